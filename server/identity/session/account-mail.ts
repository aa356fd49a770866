import type { FastifyReply, FastifyRequest } from "fastify";
import { type Language, languageOf, languages } from "../../../shared/kernel/languages";
import { browserName } from "../../../shared/kernel/browser-name";
import { logoUrl, type Mail } from "../../platform/mail/mail";
import { tenantAddress } from "../../platform/http/origin";
import type { Config } from "../../config";
import type { Platform } from "../../platform/platform";
import type { RunTransaction } from "../../platform/http/serve/serve-multi-transaction";
import { localeOf } from "../../platform/formats";
import { type Translate, translator } from "../../platform/text";
import { sql, type Tx } from "../../platform/database/unit-of-work";

export interface MailRequestOrigin {
  address: string;
  userAgent: string | undefined;
}

export const mailRequestOriginOf = (request: FastifyRequest): MailRequestOrigin => ({
  address: request.ip,
  userAgent: request.headers["user-agent"],
});

interface Reader {
  email: string;
  /** Null for registrations, because their name is unverified. */
  fullname: string | null;
  language: Language | null;
  time_zone: string;
  organization: string;
  mail_sender: string | null;
  logo_mark: Buffer | null;
}

const selectReader = sql(
  "accountMail.reader",
  `SELECT u.email, u.fullname, COALESCE(u.language, t.default_language) AS language,
     COALESCE(u.time_zone, t.time_zone) AS time_zone, t.name AS organization, t.mail_sender, t.logo_mark
   FROM app_user u JOIN tenant t ON t.id = u.tenant_id WHERE u.tenant_id = current_tenant() AND u.id = $1`,
);
const selectOrganization = sql(
  "accountMail.organization",
  `SELECT name AS organization, time_zone, mail_sender, logo_mark, default_language
   FROM tenant WHERE id = current_tenant()`,
);

export interface AccountMail {
  subject: string;
  lines: readonly string[];
  link?: { label: string; path: string };
  end?: string;
}

export interface MailTo {
  text: Translate;
  reader: Reader;
  /** Formats a time in the reader's language and time zone. */
  moment(at: Date): string;
  /** Describes a visitor, for example "Firefox, Windows (192.0.2.1)". */
  from(visitor: MailRequestOrigin): string;
}

/**
 * Recipient: an account, or an address without an account. Anyone may register with any address, so a name entered there is unverified and
 * isn't used in a mail from the tenant.
 */
export type Addressee =
  | { userId: number }
  | { email: string; fullname: string | null; acceptLanguage: string | undefined };

/**
 * Mails the owner of an account after the response is sent: neither the content of the response nor its timing may reveal whether the
 * account exists.
 */
export function sendMailAfterResponse(
  platform: Platform,
  { unit, reply }: { unit: RunTransaction; reply: FastifyReply },
  to: Addressee,
  write: (to: MailTo) => AccountMail,
): void {
  reply.raw.once("close", () => platform.mailer.compose(() => composeAccountMail(platform.config, unit, to, write)));
}

/** Composes a mail about an account in its owner's language; null if the account doesn't exist. */
export async function composeAccountMail(
  config: Config,
  unit: RunTransaction,
  to: Addressee,
  write: (to: MailTo) => AccountMail,
): Promise<Mail | null> {
  const { reader, origin } = await unit(async (tx) => ({
    reader: "userId" in to ? await tx.one<Reader>(selectReader, [to.userId]) : await newcomer(tx, to),
    origin: (await tenantAddress(tx, config)).origin,
  }));
  if (!reader) return null;
  const language = languageOf(reader.language ?? undefined);
  const text = translator(language);
  const content = write({
    text,
    reader,
    moment: (at) =>
      new Intl.DateTimeFormat(language === "ar" ? localeOf(language) : language, {
        dateStyle: "full",
        timeStyle: "short",
        timeZone: reader.time_zone,
      }).format(at),
    from: ({ address, userAgent }) => `${browserName(userAgent) ?? text("mail.account.unknownBrowser")} (${address})`,
  });
  return laidOut(content, { reader, origin, text });
}

/** Reader of a mail to an address without an account; the language is the browser's or, if unknown, the tenant's. */
async function newcomer(tx: Tx, to: Exclude<Addressee, { userId: number }>): Promise<Reader | undefined> {
  const row = await tx.one<Omit<Reader, "email" | "fullname" | "language"> & { default_language: Language | null }>(
    selectOrganization,
  );
  const { email, fullname, acceptLanguage } = to;
  return (
    row && { ...row, email, fullname, language: acceptLanguage ? languageOf(acceptLanguage) : row.default_language }
  );
}

function laidOut(
  { subject, lines, link, end }: AccountMail,
  { reader, origin, text }: { reader: Reader; origin: string; text: Translate },
): Mail {
  const href = link ? `${origin}${link.path}` : null;
  const { fullname: name } = reader;
  const greeting = name === null ? text("mail.confirm.greeting") : text("mail.reset.greeting", { name });
  const logo = reader.logo_mark ? `<p><img src="${logoUrl}" height="32" alt=""></p>` : "";
  const paragraph = (line: string) => `<p>${escapeHtml(line)}</p>`;
  const button = href && link ? `<p><a href="${escapeHtml(href)}">${escapeHtml(link.label)}</a></p>` : "";
  return {
    to: reader.email,
    sender: reader.mail_sender,
    logo: reader.logo_mark,
    subject,
    text: [greeting, ...lines, href, end].filter(Boolean).join("\n\n"),
    html: `<div dir="${languages[text.language].direction}" style="font-family:sans-serif;line-height:1.5">
${logo}${[greeting, ...lines].map(paragraph).join("")}${button}${end ? paragraph(end) : ""}</div>`,
  };
}

function escapeHtml(value: string): string {
  return value.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
