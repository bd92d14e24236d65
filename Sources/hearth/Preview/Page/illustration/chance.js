// Choices that are random among items, and the same for one item every time.

/**
 * A generator of numbers in 0..<1 (mulberry32), seeded by a text (FNV-1a).
 * @param {string} text
 */
export function chance(text) {
  let state = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) state = Math.imul(state ^ text.charCodeAt(index), 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/**
 * One of the values.
 * @template Value
 * @param {() => number} next
 * @param {readonly Value[]} values
 */
export function pick(next, values) {
  return values[Math.floor(next() * values.length)];
}
