import type { Platform } from "../../platform/platform";
import { type AccountMail, type MailTo, type MailRequestOrigin, sendMailAfterResponse } from "./account-mail";

const resetPath = "/forgot-password";

export const resetMail =
  (token: string) =>
  ({ text, reader }: MailTo): AccountMail => ({
    subject: text("mail.reset.subject"),
    lines: [text("mail.reset.text")],
    link: {
      label: text("mail.reset.link"),
      path: `/reset-password?${new URLSearchParams({ token, email: reader.email })}`,
    },
    end: text("mail.reset.ignore"),
  });

export const passwordChangedMail =
  (at: Date, visitor: MailRequestOrigin) =>
  ({ text, reader, moment, from }: MailTo): AccountMail => ({
    subject: text("mail.passwordChanged.subject"),
    lines: [
      text("mail.passwordChanged.text", { organization: reader.organization, when: moment(at) }),
      text("mail.account.from", { from: from(visitor) }),
      text("mail.passwordChanged.ended"),
      text("mail.account.notYou"),
    ],
    link: { label: text("mail.reset.link"), path: resetPath },
  });

/** Mail to the previous address of an account. The new address may be an attacker's, who could use it to reset the password. */
export const addressChangedMail =
  (at: Date) =>
  ({ text, reader, moment }: MailTo): AccountMail => ({
    subject: text("mail.addressChanged.subject"),
    lines: [
      text("mail.addressChanged.text", { organization: reader.organization, when: moment(at) }),
      text("mail.addressChanged.unknown"),
    ],
  });

export const newDeviceMail =
  (at: Date, visitor: MailRequestOrigin) =>
  ({ text, reader, moment, from }: MailTo): AccountMail => ({
    subject: text("mail.newDevice.subject"),
    lines: [
      text("mail.newDevice.text", { organization: reader.organization, when: moment(at) }),
      text("mail.account.from", { from: from(visitor) }),
      text("mail.newDevice.you"),
      text("mail.account.notYou"),
    ],
    link: { label: text("mail.reset.link"), path: resetPath },
  });

export type FactorChange =
  | "totpAdded"
  | "totpRemoved"
  | "passkeyAdded"
  | "passkeyRemoved"
  | "codesMade"
  | "recoveryUsed"
  | "reset";

export const factorMail =
  (change: FactorChange, at: Date, visitor: MailRequestOrigin) =>
  ({ text, reader, moment, from }: MailTo): AccountMail => ({
    subject: text("mail.factor.subject"),
    lines: [
      text(`mail.factor.${change}`, { organization: reader.organization, when: moment(at) }),
      // Omitted for a reset by an administrator, whose IP address isn't disclosed to the user.
      ...(change === "reset" ? [] : [text("mail.account.from", { from: from(visitor) })]),
      text(change === "reset" ? "mail.factor.next" : "mail.account.notYou"),
    ],
    link: { label: text("mail.reset.link"), path: resetPath },
  });

/** Mail to a new user who has registered. The account is created when the address is confirmed, with a password chosen then. */
export const confirmMail =
  (token: string) =>
  ({ text, reader }: MailTo): AccountMail => ({
    subject: text("mail.confirm.subject"),
    lines: [text("mail.confirm.text", { organization: reader.organization })],
    link: {
      label: text("mail.confirm.link"),
      path: `/confirm-registration?${new URLSearchParams({ token, email: reader.email })}`,
    },
    end: text("mail.reset.ignore"),
  });

/** Mail to an existing user who registers again, since the response must not reveal the account. */
export const alreadyRegisteredMail = ({ text, reader }: MailTo): AccountMail => ({
  subject: text("mail.alreadyRegistered.subject"),
  lines: [text("mail.alreadyRegistered.text", { organization: reader.organization })],
  link: { label: text("mail.reset.link"), path: resetPath },
  end: text("mail.reset.ignore"),
});

/** Mail to a user created by the tenant, with the link that sets their password. */
export const invitationMail =
  (token: string, hours: number) =>
  ({ text, reader }: MailTo): AccountMail => ({
    subject: text("mail.invitation.subject", { organization: reader.organization }),
    lines: [text("mail.invitation.text", { organization: reader.organization, hours })],
    link: {
      label: text("mail.invitation.link"),
      path: `/reset-password?${new URLSearchParams({ token, email: reader.email })}`,
    },
  });

export interface FormerAddress {
  email: string;
  fullname: string;
}

/**
 * Notifies the previous address that it was changed by the user, an administrator or the directory, because the account's links are now
 * sent to another address. `former` is null when the address is unchanged.
 */
export function notifyPreviousAddress(
  platform: Platform,
  from: Parameters<typeof sendMailAfterResponse>[1],
  previousAddress: FormerAddress | null,
): void {
  if (!previousAddress) return;
  const { email, fullname } = previousAddress;
  sendMailAfterResponse(platform, from, { email, fullname, acceptLanguage: undefined }, addressChangedMail(new Date()));
}
