import { meetsPasswordRules } from "../../../shared/identity/session/password.rules";

export type PasswordStrength = "weak" | "fair" | "good" | "strong";

/** Sequences such as "aaa", "abcd" and "4321" add length but no entropy. */
function withoutRuns(password: string): number {
  const codes = [...password].map((letter) => letter.codePointAt(0) ?? 0);
  return codes.filter((code, at) => {
    const step = code - (codes[at - 1] ?? Number.NaN);
    return !(Math.abs(step) <= 1 && step === (codes[at - 1] ?? 0) - (codes[at - 2] ?? Number.NaN));
  }).length;
}

/** Rough estimate of the entropy from the number of character kinds and the effective length. */
export function passwordStrength(password: string): PasswordStrength {
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\p{Nd}/u, /[^\p{L}\p{Nd}]/u].filter((kind) => kind.test(password)).length;
  const alphabet = [1, 26, 40, 62, 90][kinds] ?? 1;
  const bits = withoutRuns(password) * Math.log2(alphabet);
  if (!meetsPasswordRules(password) || bits < 42) return "weak";
  if (bits < 60) return "fair";
  return bits < 80 ? "good" : "strong";
}
