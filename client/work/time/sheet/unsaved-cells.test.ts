import { cellQueue, hasInvalidCells, markInvalid } from "./unsaved-cells";

const week = ["2026-11-23", "2026-11-29"] as const;

test("an invalid cell counts for its own week but not for another week", async () => {
  const other = markInvalid("7 2026-11-30");
  expect(await hasInvalidCells(...week)).toBe(false);
  const wrong = markInvalid("7 2026-11-24");
  expect(await hasInvalidCells(...week)).toBe(true);
  wrong();
  other();
  expect(await hasInvalidCells(...week)).toBe(false);
});

test.each([
  ["saved", false],
  ["refused", true],
])("the check waits for a cell that is being saved and then %s", async (outcome, invalid) => {
  let answer = (_: unknown) => {};
  const send = () =>
    new Promise((resolve, reject) => {
      answer = outcome === "saved" ? resolve : reject;
    });
  const apply = () => ({ minutes: 60, saving: true });
  const saved = cellQueue.lay({ about: "7 2026-11-24", apply, isVisible: () => true, send }, { label: "" });
  saved.catch(() => undefined);
  const checked = hasInvalidCells(...week);
  answer(new Error("refused"));
  expect(await checked).toBe(invalid);
});
