import { otherGermanSpelling } from "./german-spelling";

test.each([
  ["Ueberpruefung", "überprüfung"],
  ["Überprüfung", "ueberpruefung"],
  ["Jo\u0308rg", "joerg"],
  ["Warehouse", null],
])("the other spelling of %s is %s", (query, spelling) => {
  expect(otherGermanSpelling(query)).toBe(spelling);
});
