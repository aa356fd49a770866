import { foldedIndexes } from "./fold";

const item = (width: number, isKept = false) => ({ width, isKept });

test("a row that fits folds nothing, even without space for the menu's button", () => {
  expect(foldedIndexes([item(100), item(100)], 210, 10, 28)).toEqual([]);
});

test("items fold from the end until the others and the menu's button fit", () => {
  expect(foldedIndexes([item(100), item(100), item(100)], 300, 10, 28)).toEqual([2]);
  expect(foldedIndexes([item(100), item(100), item(100)], 200, 10, 28)).toEqual([2, 1]);
});

test("the primary action and filters in use stay in the row", () => {
  expect(foldedIndexes([item(100), item(100, true), item(100), item(100, true)], 250, 10, 28)).toEqual([2, 0]);
});
