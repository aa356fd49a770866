import { dictionary } from "@zxcvbn-ts/language-common";

/** A chunk of its own, loaded when a password is being chosen. */
export const knownPasswords: ReadonlySet<string> = new Set(dictionary["passwords-common"] as string[]);
