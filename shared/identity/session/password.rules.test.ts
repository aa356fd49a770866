import { meetsPasswordRules, passwordRules } from "./password.rules";

test("a password needs eight characters, both cases and a digit of any script", () => {
  const unmet = (password: string) => passwordRules.filter(({ met }) => !met(password)).map(({ id }) => id);
  expect(unmet("")).toEqual(["length", "lower", "upper", "number"]);
  expect(unmet("Abcdef1")).toEqual(["length"]);
  // Four characters of two code units each.
  expect(unmet("Ab1𝒳𝒳𝒳𝒳")).toEqual(["length"]);
  expect(unmet("ABCDEFG1")).toEqual(["lower"]);
  expect(unmet("abcdefg1")).toEqual(["upper"]);
  expect(unmet("Abcdefgh")).toEqual(["number"]);
  for (const password of ["Abcdefg1", "Äöüßäöü٣"]) expect(meetsPasswordRules(password)).toBe(true);
  expect(meetsPasswordRules("abcdefg1")).toBe(false);
});
