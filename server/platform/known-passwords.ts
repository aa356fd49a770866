import { dictionary } from "@zxcvbn-ts/language-common";

/** The passwords that guessers try first: tens of thousands from lists that were stolen elsewhere, all in small letters. */
let known: ReadonlySet<string> | undefined;
export const knownPasswords = (): ReadonlySet<string> =>
  (known ??= new Set(dictionary["passwords-common"] as string[]));
