/**
 * How much runs. `npm test` is what one runs after every change; `npm test -- --full` is everything once, as `.ci/run` has it
 * before anything lands; `npm test -- --all` repeats it in other languages and many times. scripts/test.mjs says so in the
 * environment, and only this file reads it. tests/README.md says what waits for which.
 */
export const everything = process.env.TEST_ALL === "1";

/** Whether all is looked at once, if not many times. */
export const full = everything || process.env.TEST_FULL === "1";

/** How often a test repeats itself to meet what is rare: a tenth of the times unless all runs, and half of that after every change. */
export const times = (often: number): number => (everything ? often : Math.ceil(often / (full ? 10 : 20)));

/**
 * Which of some values this field is sent: all of them in a run of the given size, otherwise every so-manieth, the next field the
 * next ones. Over all calls each value meets each type of field many times.
 */
export function takingTurns(every: { quick: number; full: number }) {
  const step = everything ? 1 : full ? every.full : every.quick;
  let turn = 0;
  return <Value>(values: readonly Value[]): readonly Value[] => {
    turn += 1;
    return values.filter((_, n) => n % step === turn % step);
  };
}
