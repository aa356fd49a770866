import { firstNameOf, hueOf, initialsOf, presenceColor } from "./people";

test.each([
  ["Dara Aziz", "DA"],
  ["  dara   jamal aziz ", "DA"],
  ["Dara", "D"],
  ["Дара Азиз", "ДА"],
  ["Άρης Δήμου", "ΆΔ"],
  ["أميرة حداد", "أ"],
  ["김민준", "김"],
  ["김 민준", "김"],
  ["", "?"],
])("%j has the initials %s", (name, sign) => {
  expect(initialsOf(name)).toBe(sign);
});

test("the first name is the first word of the name", () => {
  expect(["Dara Aziz", " Dara", "Dara", ""].map(firstNameOf)).toEqual(["Dara", "Dara", "Dara", ""]);
});

test("consecutive ids spread over all colors, and presence colors vary per board", () => {
  const ids = Array.from({ length: 70 }, (_, at) => at + 1);
  expect(new Set(ids.map(hueOf)).size).toBe(7);
  expect(new Set(ids.map((id) => presenceColor(id, 3)))).toEqual(
    new Set([1, 2, 3, 4, 5, 6].map((n) => `var(--p${n})`)),
  );
  expect(ids.some((id) => presenceColor(id, 3) !== presenceColor(id, 4))).toBe(true);
  expect([1, 2, 3, 40_000].map(hueOf)).toEqual([1, 2, 3, 40_000].map(hueOf));
});
