import type { Platform } from "../platform/platform";
import { mailAfterAnswer } from "./account-mail";
import { addressChangedMail } from "./account-mails";

/** The address that an account had until now, and whose it is. */
export interface FormerAddress {
  email: string;
  fullname: string;
}

/**
 * Writes to the address that somebody had, whoever changed it, a directory included: from now on their links come to another one.
 * Null: it is as it was.
 */
export function mailAddressChanged(
  platform: Platform,
  from: Parameters<typeof mailAfterAnswer>[1],
  former: FormerAddress | null,
): void {
  if (!former) return;
  const { email, fullname } = former;
  mailAfterAnswer(platform, from, { email, fullname, acceptLanguage: undefined }, addressChangedMail(new Date()));
}
