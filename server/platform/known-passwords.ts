import { dictionary } from "@zxcvbn-ts/language-common";

/** The passwords that guessers try first: tens of thousands from lists that were stolen elsewhere, all in small letters. */
export const knownPasswords: ReadonlySet<string> = new Set(dictionary["passwords-common"] as string[]);
