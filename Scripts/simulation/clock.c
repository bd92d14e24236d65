// Preloaded into a server: its wall clock is the number of Unix seconds in the file that SIMULATED_CLOCK names, eight
// bytes in the machine's order. Timeouts use another clock, and pass as usual.
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

time_t time(time_t *result) {
    static volatile int64_t *seconds;
    if (!seconds) {
        int file = open(getenv("SIMULATED_CLOCK"), O_RDONLY);
        void *memory = mmap(NULL, 8, PROT_READ, MAP_SHARED, file, 0);
        close(file);
        if (memory == MAP_FAILED) abort();
        seconds = memory;
    }
    if (result) *result = *seconds;
    return *seconds;
}
