/** A deterministic random number generator, so that the demo is always the same. */
export interface Random {
  /** Number from 0 (inclusive) to 1 (exclusive). */
  next(): number;
  /** An integer from `min` to `max`, both inclusive. */
  between(min: number, max: number): number;
  chance(probability: number): boolean;
  pick<Item>(items: readonly Item[]): Item;
  /** `count` different items, fewer if there aren't enough. */
  some<Item>(items: readonly Item[], count: number): Item[];
}

/** mulberry32; not suitable for secrets. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const between = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  return {
    next,
    between,
    chance: (probability) => next() < probability,
    pick: (items) => items[between(0, items.length - 1)] as (typeof items)[number],
    some: (items, count) => {
      const left = [...items];
      const chosen: typeof left = [];
      while (chosen.length < count && left.length > 0) {
        chosen.push(...left.splice(between(0, left.length - 1), 1));
      }
      return chosen;
    },
  };
}
