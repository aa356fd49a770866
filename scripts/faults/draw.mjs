import { weights } from "./find.mjs";

/** @typedef {import("./find.mjs").Fault} Fault */

/** The feature whose line it is: the folder's name, or the room's where the folder has several. */
export const featureOf = (/** @type {string} */ file) => file.split("/").slice(0, 2).join("/");

/**
 * As many faults as are wanted, the same for the same seed and sources: as many of a feature as its share of lines, of each
 * kind as often as such faults are made.
 * @param {Fault[]} faults
 * @param {Map<string, number>} lines of each feature
 * @param {{ seed: number, count: number }} wanted
 */
export function drawn(faults, lines, { seed, count }) {
  const random = randomOf(seed);
  /** @type {Map<string, Fault>} */
  const result = new Map();
  const features = [...lines].filter(([feature]) => faults.some(({ file }) => featureOf(file) === feature));
  const most = Math.min(count, faults.length);
  for (let turn = 0; result.size < most && turn < count * 100; turn++) {
    const feature = oneOf(features, random);
    const own = faults.filter(({ file, id }) => featureOf(file) === feature && !result.has(id));
    /** @type {[string, number][]} */
    const kinds = Object.entries(weights).filter(([kind]) => own.some((fault) => fault.kind === kind));
    if (kinds.length === 0) continue;
    const kind = oneOf(kinds, random);
    const candidates = own.filter((fault) => fault.kind === kind);
    const fault = candidates[Math.floor(random() * candidates.length)];
    if (fault) result.set(fault.id, fault);
  }
  return [...result.values()];
}

/** @template T @param {[T, number][]} weighed @param {() => number} random */
function oneOf(weighed, random) {
  let left = random() * weighed.reduce((sum, [, weight]) => sum + weight, 0);
  return (weighed.find(([, weight]) => (left -= weight) < 0) ?? weighed[weighed.length - 1])?.[0];
}

/** Numbers between 0 and 1 that are the same for the same seed (mulberry32). */
function randomOf(/** @type {number} */ seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
