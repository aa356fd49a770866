import type { AccountMail, MailTo, Visitor } from "./account-mail";

const resetPath = "/forgot-password";

/** With the link that sets a new password. */
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
  (at: Date, visitor: Visitor) =>
  ({ text, reader, moment, from }: MailTo): AccountMail => ({
    subject: text("mail.passwordChanged.subject"),
    lines: [
      text("mail.passwordChanged.text", { organisation: reader.organisation, when: moment(at) }),
      text("mail.account.from", { from: from(visitor) }),
      text("mail.passwordChanged.ended"),
      text("mail.account.notYou"),
    ],
    link: { label: text("mail.reset.link"), path: resetPath },
  });

/** To the address that was: whoever has the new one may be somebody else, who asks for a new password there. */
export const addressChangedMail =
  (at: Date) =>
  ({ text, reader, moment }: MailTo): AccountMail => ({
    subject: text("mail.addressChanged.subject"),
    lines: [
      text("mail.addressChanged.text", { organisation: reader.organisation, when: moment(at) }),
      text("mail.addressChanged.unknown"),
    ],
  });

export const newDeviceMail =
  (at: Date, visitor: Visitor) =>
  ({ text, reader, moment, from }: MailTo): AccountMail => ({
    subject: text("mail.newDevice.subject"),
    lines: [
      text("mail.newDevice.text", { organisation: reader.organisation, when: moment(at) }),
      text("mail.account.from", { from: from(visitor) }),
      text("mail.newDevice.you"),
      text("mail.account.notYou"),
    ],
    link: { label: text("mail.reset.link"), path: resetPath },
  });

/** What happened to second factors. */
export type FactorChange =
  | "totpAdded"
  | "totpRemoved"
  | "passkeyAdded"
  | "passkeyRemoved"
  | "codesMade"
  | "recoveryUsed"
  | "reset";

export const factorMail =
  (change: FactorChange, at: Date, visitor: Visitor) =>
  ({ text, reader, moment, from }: MailTo): AccountMail => ({
    subject: text("mail.factor.subject"),
    lines: [
      text(`mail.factor.${change}`, { organisation: reader.organisation, when: moment(at) }),
      // Where an administrator sits is no business of the person's.
      ...(change === "reset" ? [] : [text("mail.account.from", { from: from(visitor) })]),
      text(change === "reset" ? "mail.factor.next" : "mail.account.notYou"),
    ],
    link: { label: text("mail.reset.link"), path: resetPath },
  });

/** To a newcomer: the account is made, with the password that they choose, when the address is confirmed. */
export const confirmMail =
  (token: string) =>
  ({ text, reader }: MailTo): AccountMail => ({
    subject: text("mail.confirm.subject"),
    lines: [text("mail.confirm.text", { organisation: reader.organisation })],
    link: {
      label: text("mail.confirm.link"),
      path: `/confirm-registration?${new URLSearchParams({ token, email: reader.email })}`,
    },
    end: text("mail.reset.ignore"),
  });

/** To somebody who has an account: the answer couldn't say so. */
export const alreadyRegisteredMail = ({ text, reader }: MailTo): AccountMail => ({
  subject: text("mail.alreadyRegistered.subject"),
  lines: [text("mail.alreadyRegistered.text", { organisation: reader.organisation })],
  link: { label: text("mail.reset.link"), path: resetPath },
  end: text("mail.reset.ignore"),
});

/** To somebody whom the organisation has given an account: with the link that sets their password. */
export const invitationMail =
  (token: string, hours: number) =>
  ({ text, reader }: MailTo): AccountMail => ({
    subject: text("mail.invitation.subject", { organisation: reader.organisation }),
    lines: [text("mail.invitation.text", { organisation: reader.organisation, hours })],
    link: {
      label: text("mail.invitation.link"),
      path: `/reset-password?${new URLSearchParams({ token, email: reader.email })}`,
    },
  });
