/** Password rules of the external specification, section 5. Each rule is a separate entry, so that forms can show its state. */
export const passwordRules = [
  { id: "length", met: (password: string) => [...password].length >= 8 },
  { id: "lower", met: (password: string) => /\p{Ll}/u.test(password) },
  { id: "upper", met: (password: string) => /\p{Lu}/u.test(password) },
  { id: "number", met: (password: string) => /\p{Nd}/u.test(password) },
] as const;

export function meetsPasswordRules(password: string): boolean {
  return passwordRules.every((rule) => rule.met(password));
}
