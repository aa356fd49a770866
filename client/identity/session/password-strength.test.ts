import { passwordStrength } from "./password-strength";

test.each([
  ["", "weak"],
  ["password", "weak"],
  ["Password1", "fair"],
  ["Abcdefgh12345678", "weak"],
  ["Kettle-9-Riv", "good"],
  ["Kettle-9-River-Onyx-Tram", "strong"],
] as const)("password %s is rated %s", (password, strength) => {
  expect(passwordStrength(password)).toBe(strength);
});
