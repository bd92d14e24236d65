// What Glibc's Swift overlay leaves out of the system's own headers, and what Swift leaves out of the compiler's.
#include <linux/memfd.h>
#include <linux/sockios.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/uio.h>

// Declared by <sys/mman.h> only under _GNU_SOURCE.
extern int memfd_create(const char *name, unsigned int flags);

// Declared by <sys/socket.h> only under _GNU_SOURCE, which would change sockaddr's type for every importer.
extern int accept4(int socket, struct sockaddr *address, socklen_t *length, int flags);

// Declared by <string.h> only under _GNU_SOURCE.
extern const char *sigabbrev_np(int signal);

// The bytes sent that the other side has not acknowledged (tcp(7), SIOCOUTQ), or -1. Swift cannot call variadic ioctl.
static inline int bytes_unacknowledged(int socket) {
    int count;
    return ioctl(socket, SIOCOUTQ, &count) == 0 ? count : -1;
}

// Loads bytes into the processor's cache without waiting for them. They need not exist.
static inline void prefetch(const void *start, long count) {
    for (long offset = 0; offset < count; offset += 64) __builtin_prefetch((const char *)start + offset);
}

// Keeps the read of a value that is used only later, so that the processor waits for many reads at once.
static inline void read_ahead(unsigned long long value) { __asm__ volatile("" : : "r"(value)); }
