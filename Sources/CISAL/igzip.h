#include <isa-l/igzip_lib.h>
#include <stddef.h>

// Swift would import the library's stream, which contains arrays of 100 KB, as a tuple with a member for each element.

// The bytes of memory that `igzip_encode` needs, aligned to a cache line.
static inline size_t igzip_memory_size(void) { return sizeof(struct isal_zstream) + ISAL_DEF_LVL1_DEFAULT; }

// Writes the gzipped text at level 1 and returns its length; 0 if `room` is too small.
static inline size_t igzip_encode(void *memory, const uint8_t *text, uint32_t count, uint8_t *output, uint32_t room) {
    struct isal_zstream *stream = memory;
    isal_deflate_stateless_init(stream);
    stream->level = 1;
    stream->level_buf = (uint8_t *)(stream + 1);
    stream->level_buf_size = ISAL_DEF_LVL1_DEFAULT;
    stream->gzip_flag = IGZIP_GZIP;
    stream->end_of_stream = 1;
    stream->flush = NO_FLUSH;
    stream->next_in = (uint8_t *)text;
    stream->avail_in = count;
    stream->next_out = output;
    stream->avail_out = room;
    return isal_deflate_stateless(stream) == COMP_OK ? stream->total_out : 0;
}
