import { dictionary } from "@zxcvbn-ts/language-common";

/** Loaded as a separate chunk when a password is being chosen. */
export const commonPasswords: ReadonlySet<string> = new Set(dictionary["passwords-common"] as string[]);
