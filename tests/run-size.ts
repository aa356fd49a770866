/**
 * Extent of the test run. `npm test` is for every change; `npm test -- --full` runs every test once; `npm test -- --all` repeats tests in
 * more languages and more often. scripts/test.mjs sets the environment variables, which only this file reads. See tests/README.md.
 */
export const runsAll = process.env.TEST_ALL === "1";

export const runsFull = runsAll || process.env.TEST_FULL === "1";

/** Number of repetitions to meet rare conditions: all with `--all`, a tenth in full runs, a twentieth in quick runs. */
export const repetitions = (often: number): number => (runsAll ? often : Math.ceil(often / (runsFull ? 10 : 20)));

/**
 * Selects the values to test for one field: all with `--all`, otherwise every nth, shifted from field to field, so that each value is
 * tested with each field type over all endpoints.
 */
export function rotatingValues(sampling: { quick: number; full: number }) {
  const largestStep = runsAll ? 1 : runsFull ? sampling.full : sampling.quick;
  let turn = 0;
  return <Value>(values: readonly Value[]): readonly Value[] => {
    turn += 1;
    const step = Math.min(largestStep, values.length); // at least one value per field
    return values.filter((_, n) => n % step === turn % step);
  };
}
