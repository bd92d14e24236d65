// Table lookups for many bytes at once, which Swift's SIMD types cannot do.
#include <stddef.h>
#include <stdint.h>

#if defined(__x86_64__)
#include <immintrin.h>

// VPSHUFB. Returns the number of bytes that were looked up.
__attribute__((target("avx2"))) static inline size_t look_up_vectors(
    const uint8_t *codes, int shift, const uint8_t table[16], uint8_t *values, size_t count
) {
    const __m256i tables = _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)table));
    const __m128i bits = _mm_cvtsi32_si128(shift);
    size_t index = 0;
    for (; index + 32 <= count; index += 32) {
        __m256i indices = _mm256_srl_epi16(_mm256_loadu_si256((const __m256i *)(codes + index)), bits);
        __m256i found = _mm256_shuffle_epi8(tables, _mm256_and_si256(indices, _mm256_set1_epi8(15)));
        _mm256_storeu_si256((__m256i *)(values + index), found);
    }
    return index;
}

static inline int has_vector_lookup(void) { return __builtin_cpu_supports("avx2"); }

#elif defined(__aarch64__)
#include <arm_neon.h>

// TBL. Returns the number of bytes that were looked up.
static inline size_t look_up_vectors(
    const uint8_t *codes, int shift, const uint8_t table[16], uint8_t *values, size_t count
) {
    const uint8x16_t entries = vld1q_u8(table);
    const int8x16_t bits = vdupq_n_s8((int8_t)-shift);
    size_t index = 0;
    for (; index + 16 <= count; index += 16) {
        uint8x16_t indices = vandq_u8(vshlq_u8(vld1q_u8(codes + index), bits), vdupq_n_u8(15));
        vst1q_u8(values + index, vqtbl1q_u8(entries, indices));
    }
    return index;
}

static inline int has_vector_lookup(void) { return 1; }

#else
static inline size_t look_up_vectors(
    const uint8_t *codes, int shift, const uint8_t table[16], uint8_t *values, size_t count
) {
    return 0;
}

static inline int has_vector_lookup(void) { return 0; }
#endif

// values[i] = table[(codes[i] >> shift) & 15], for a shift of at most 4.
static inline void look_up(
    const uint8_t *codes, int shift, const uint8_t table[16], uint8_t *values, size_t count
) {
    size_t index = has_vector_lookup() ? look_up_vectors(codes, shift, table, values, count) : 0;
    for (; index < count; index++) values[index] = table[codes[index] >> shift & 15];
}
