import { creditorReferenceOf, isMistypedCreditorReference } from "./creditor-reference";

test.each([
  ["RF18 5390 0754 7034", "RF18539007547034"],
  ["rf18539007547034", "RF18539007547034"],
  ["RF45G72UUR", "RF45G72UUR"],
  ["RF18 5390 0754 7035", null],
  ["RF2026", null],
  ["R/2026/14", null],
  ["RF00", null],
])("the creditor reference of %s is %s", (text, expected) => {
  expect(creditorReferenceOf(text)).toBe(expected);
});

test.each([
  ["RF18 5390 0754 7035", true],
  ["RF18 5390 0754 7034", false],
  ["RF2026-001", false],
  ["RF20260001234", false],
  ["RF20 invoice", false],
])("%s is a mistyped creditor reference: %s", (text, expected) => {
  expect(isMistypedCreditorReference(text)).toBe(expected);
});
