import { foldedIndexes } from "./fold";

const item = (width: number, isKept = false, isInUse = false) => ({ width, isKept, isInUse });

test("a row that fits folds nothing, even without space for the menu's button", () => {
  expect(foldedIndexes([item(100), item(100)], 210, 10, 28)).toEqual([]);
});

test("items fold from the end until the others and the menu's button fit", () => {
  expect(foldedIndexes([item(100), item(100), item(100)], 300, 10, 28)).toEqual([2]);
  expect(foldedIndexes([item(100), item(100), item(100)], 200, 10, 28)).toEqual([2, 1]);
});

test("filters in use fold after all other items", () => {
  const items = [item(100, false, true), item(100), item(100, false, true), item(100, true)];
  expect(foldedIndexes(items, 360, 10, 28)).toEqual([1]);
  expect(foldedIndexes(items, 250, 10, 28)).toEqual([1, 2]);
  expect(foldedIndexes(items, 100, 10, 28)).toEqual([1, 2, 0]);
});

test("the primary action and the search stay in the row", () => {
  expect(foldedIndexes([item(100), item(100, true), item(100), item(100, true)], 250, 10, 28)).toEqual([2, 0]);
});
