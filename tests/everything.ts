/**
 * Whether all runs, or what is run on every change: `npm test -- --all` (scripts/test.mjs) says so in the environment, and
 * only this file reads it. tests/README.md says what waits for it.
 */
export const everything = process.env.TEST_ALL === "1";

/** How often a test repeats itself to meet what is rare: a tenth of the times unless all runs. */
export const times = (often: number): number => (everything ? often : Math.ceil(often / 10));
