import type { FastifyReply, FastifyRequest } from "fastify";
import { type Language, languageOf, languages } from "../../shared/kernel/languages";
import { browserName } from "../../shared/session/browser.rules";
import { logoAddress, type Mail } from "../platform/mail/mail";
import { tenantAddress } from "../platform/http/origin";
import type { Platform } from "../platform/platform";
import type { Unit } from "../platform/http/serve/serve-in-steps";
import { localeOf } from "../platform/formats";
import { type Translate, translator } from "../platform/text";
import { sql, type Tx } from "../platform/database/unit-of-work";

/** From where a call came: for mails and the security log. */
export interface Visitor {
  address: string;
  userAgent: string | undefined;
}

export const visitorOf = (request: FastifyRequest): Visitor => ({
  address: request.ip,
  userAgent: request.headers["user-agent"],
});

interface Reader {
  email: string;
  /** Null: what they are called has been said by who may be somebody else. */
  fullname: string | null;
  language: Language | null;
  time_zone: string;
  organisation: string;
  mail_sender: string | null;
  logo_mark: Buffer | null;
}

const readerById = sql(
  "accountMail.reader",
  `SELECT u.email, u.fullname, COALESCE(u.language, t.default_language) AS language,
     COALESCE(u.time_zone, t.time_zone) AS time_zone, t.name AS organisation, t.mail_sender, t.logo_mark
   FROM app_user u JOIN tenant t ON t.id = u.tenant_id WHERE u.tenant_id = current_tenant() AND u.id = $1`,
);
const organisation = sql(
  "accountMail.organisation",
  `SELECT name AS organisation, time_zone, mail_sender, logo_mark, default_language
   FROM tenant WHERE id = current_tenant()`,
);

/** What one mail says. */
export interface AccountMail {
  subject: string;
  lines: readonly string[];
  link?: { label: string; path: string };
  /** What stands under the link. */
  end?: string;
}

export interface MailTo {
  text: Translate;
  reader: Reader;
  /** A moment in the reader's language and time zone. */
  moment(at: Date): string;
  /** "Firefox, Windows (192.0.2.1)" */
  from(visitor: Visitor): string;
}

/**
 * An account, or an address that has none. Whoever registers may be a stranger, and the address anybody's: no word of theirs is
 * mailed there in the organisation's name.
 */
export type Addressee =
  | { userId: number }
  | { email: string; fullname: string | null; acceptLanguage: string | undefined };

/**
 * Writes to the owner of an account about the account. Composed when the answer has left: neither its time nor its words
 * may tell whether there is somebody to write to.
 */
export function mailAfterAnswer(
  platform: Platform,
  { unit, reply }: { unit: Unit; reply: FastifyReply },
  to: Addressee,
  write: (to: MailTo) => AccountMail,
): void {
  reply.raw.once("close", () => platform.mailer.compose(() => composed(platform, unit, to, write)));
}

async function composed(
  platform: Platform,
  unit: Unit,
  to: Addressee,
  write: (to: MailTo) => AccountMail,
): Promise<Mail | null> {
  const { reader, origin } = await unit(async (tx) => ({
    reader: "userId" in to ? await tx.one<Reader>(readerById, [to.userId]) : await newcomer(tx, to),
    origin: (await tenantAddress(tx, platform.config)).origin,
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

/** Somebody without an account reads what their browser asked for, else what the organisation speaks. */
async function newcomer(tx: Tx, to: Exclude<Addressee, { userId: number }>): Promise<Reader | undefined> {
  const row = await tx.one<Omit<Reader, "email" | "fullname" | "language"> & { default_language: Language | null }>(
    organisation,
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
  const logo = reader.logo_mark ? `<p><img src="${logoAddress}" height="32" alt=""></p>` : "";
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
