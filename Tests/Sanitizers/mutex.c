// Tells the thread sanitizer about the slow paths of Swift's Mutex, which are in a library without instrumentation.
// Without this preloaded library, data guarded by a contended Mutex is reported as a race. It hides no race.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>

extern void __tsan_acquire(void *) __attribute__((weak));
extern void __tsan_release(void *) __attribute__((weak));

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *mutex
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define TRY_LOCK "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

SWIFT void lockSlow(uint32_t thread, SELF) __asm__(LOCK);
SWIFT bool tryLockSlow(SELF) __asm__(TRY_LOCK);
SWIFT void unlockSlow(SELF) __asm__(UNLOCK);

SWIFT void lockSlow(uint32_t thread, SELF) {
    ((__typeof__(&lockSlow))dlsym(RTLD_NEXT, LOCK))(thread, mutex);
    if (__tsan_acquire) __tsan_acquire(mutex);
}

SWIFT bool tryLockSlow(SELF) {
    bool isLocked = ((__typeof__(&tryLockSlow))dlsym(RTLD_NEXT, TRY_LOCK))(mutex);
    if (isLocked && __tsan_acquire) __tsan_acquire(mutex);
    return isLocked;
}

SWIFT void unlockSlow(SELF) {
    if (__tsan_release) __tsan_release(mutex);
    ((__typeof__(&unlockSlow))dlsym(RTLD_NEXT, UNLOCK))(mutex);
}
