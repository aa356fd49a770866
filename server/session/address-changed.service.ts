import type { Platform } from "../platform/platform";
import { mailAfterAnswer } from "./account-mail";
import { addressChangedMail } from "./account-mails";

/** Writes to the address that somebody had: from now on their links come to another one. */
export function mailAddressChanged(
  platform: Platform,
  from: Parameters<typeof mailAfterAnswer>[1],
  { email, fullname }: { email: string; fullname: string },
): void {
  mailAfterAnswer(platform, from, { email, fullname, acceptLanguage: undefined }, addressChangedMail(new Date()));
}
