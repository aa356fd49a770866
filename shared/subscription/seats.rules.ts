/** From how few accounts on a plan's limit is near: a tenth of them, and never fewer than the last. */
const nearlyFull = (most: number): number => Math.max(1, Math.ceil(most / 10));

/** Whether going from so many accounts in use to so many more brings the limit near, or reaches it. */
export const crossesSeatLimit = (most: number, before: number, after: number): boolean =>
  [nearlyFull(most), 0].some((left) => most - before > left && most - after <= left);
