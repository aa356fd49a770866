import { randomUUID } from "node:crypto";
import { mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import nodemailer, { type Transporter } from "nodemailer";
import type { Logger } from "pino";
import type { Config } from "../../config";

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html?: string;
  /** Stable across retries, so that mail programs show a retried mail once. */
  messageId?: string;
  references?: string;
  headers?: Record<string, string>;
  /** Display name of the sender; the address is that of the installation. */
  sender?: string | null;
  /** A small PNG that is attached to the mail; the HTML refers to it by `logoUrl`. */
  logo?: Buffer | null;
  /** Calendar message for the recipient's calendar program (RFC 6047). */
  calendar?: { method: "REQUEST" | "CANCEL"; text: string };
  attachments?: { filename: string; content: Buffer; contentType: string }[];
}

/** Address of the attached logo within the HTML; nothing is loaded from the network. */
export const logoUrl = "cid:organization-logo";

export interface StoredMail {
  at: string;
  to: string;
  subject: string;
  text: string;
}

/** Sends mail through SMTP, or writes it into the outbox folder. Must be called after the commit, never inside a transaction. */
export interface Mailer {
  /** Doesn't throw: failures are logged, without address and content. */
  send(mail: Mail): Promise<void>;
  /** Composes and sends a mail after the response; failures are logged, as in `send`. */
  compose(write: () => Promise<Mail | null>): void;
  /**
   * For senders with their own retries.
   * @throws when the mail server is unreachable or rejects the mail.
   */
  deliver(mail: Mail): Promise<void>;
  close(): Promise<void>;
}

/**
 * Concurrent connections for mails without retry: with one connection per mail, a bulk invitation of 500 users exceeded the limit of a mail
 * server (50 connections per address), which rejected most of them.
 */
const atOnce = 5;

export const maxStoredMails = 500;

export const outboxFolder = (config: Pick<Config, "dataDir">): string => join(config.dataDir, "outbox");

/** Uses SMTP if SMTP_URL is set, otherwise writes files to the data folder, named by time: `.eml`, and `.json` with the metadata. */
export function createMailer(
  config: Pick<Config, "smtpUrl" | "mailFrom" | "dataDir">,
  log: Logger,
  patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 },
): Mailer {
  return config.smtpUrl ? smtpMailer(config.smtpUrl, config.mailFrom, log, patience) : folderMailer(config, log);
}

function smtpMailer(url: string, from: string, log: Logger, patience: object): Mailer {
  // `patience` is in the same object as the URL, because nodemailer treats a second argument as message defaults, not as transport options.
  const settings = { url, ...patience };
  return mailer(
    {
      line: () =>
        nodemailer.createTransport({ ...settings, pool: true, maxConnections: atOnce, maxRequeues: 1 } as object),
      alone: () => nodemailer.createTransport(settings as object),
    },
    from,
    log,
    async () => {},
  );
}

function folderMailer(config: Pick<Config, "mailFrom" | "dataDir">, log: Logger): Mailer {
  const open = () => nodemailer.createTransport({ streamTransport: true, buffer: true, newline: "windows" });
  return mailer(
    { line: open, alone: open },
    config.mailFrom,
    log,
    async (message, { to, subject, text, messageId }) => {
      const folder = outboxFolder(config);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const at = new Date().toISOString();
      // A retried mail replaces the earlier file by using the same name.
      const name = messageId ? messageId.replace(/[^\w.-]/g, "") : randomUUID().slice(0, 8);
      const storedMails = (await readdir(folder)).filter((file) => file.endsWith(".eml")).sort();
      const previousMail = messageId && storedMails.find((file) => file.endsWith(`-${name}.eml`));
      const path = join(
        folder,
        previousMail ? previousMail.slice(0, -".eml".length) : `${at.replaceAll(":", "-")}-${name}`,
      );
      await write(`${path}.eml`, message);
      await write(`${path}.json`, JSON.stringify({ at, to, subject, text } satisfies StoredMail));
      // The folder is listed for each mail, so only the newest files are kept.
      for (const old of storedMails.slice(0, -maxStoredMails)) {
        for (const file of [old, old.replace(/\.eml$/, ".json")]) await rm(join(folder, file), { force: true });
      }
    },
  );
}

/** Writes to a temporary name and renames the file, so that readers see complete files only. */
async function write(path: string, content: string | Buffer): Promise<void> {
  await writeFile(`${path}.part`, content, { mode: 0o600 });
  await rename(`${path}.part`, path);
}

export const emailAddressIn = (from: string) => /<([^>]+)>/.exec(from)?.[1] ?? from;

const logoPart = (content: Buffer) => ({
  cid: logoUrl.slice("cid:".length),
  filename: "logo.png",
  contentType: "image/png",
  contentDisposition: "inline" as const,
  content,
});

/**
 * `line` queues mails over a few pooled connections. `alone` opens a separate connection per mail, for senders with retries: they have a
 * short timeout, after which a queued mail would still be sent.
 */
type DeliveryMode = "line" | "alone";

/** Transports are opened with the first mail. */
function mailer(
  open: Record<DeliveryMode, () => Transporter>,
  from: string,
  log: Logger,
  keep: (message: Buffer, mail: Mail) => Promise<void>,
): Mailer {
  const transports: Partial<Record<DeliveryMode, Transporter>> = {};
  const underWay = new Set<Promise<void>>();
  async function post(mode: DeliveryMode, mail: Mail): Promise<void> {
    const { sender, logo, calendar, attachments = [], to, ...message } = mail;
    const icalEvent = calendar && { method: calendar.method, filename: "invite.ics", content: calendar.text };
    const transport = (transports[mode] ??= open[mode]());
    const sent = (await transport.sendMail({
      ...message,
      // An object, because a string such as "a,b@c.example" would be parsed as a list and reach another recipient.
      to: { name: "", address: to },
      // An object, so that special characters in the name are quoted.
      from: sender ? { name: sender, address: emailAddressIn(from) } : from,
      attachments: [...(logo ? [logoPart(logo)] : []), ...attachments],
      ...(icalEvent ? { icalEvent } : {}),
    })) as { message?: Buffer };
    if (sent.message) await keep(sent.message, mail);
  }
  async function deliverOrLog(mail: Mail): Promise<void> {
    try {
      await post("line", mail);
    } catch (error) {
      log.error(
        { code: (error as { code?: string }).code, command: (error as { command?: string }).command },
        "mail not sent",
      );
    }
  }
  function track(work: Promise<void>): Promise<void> {
    const tracked = work.finally(() => underWay.delete(tracked));
    underWay.add(tracked);
    return tracked;
  }
  async function composeAndSend(write: () => Promise<Mail | null>): Promise<void> {
    try {
      const mail = await write();
      if (mail) await deliverOrLog(mail);
    } catch (error) {
      log.error({ err: error }, "mail could not be composed");
    }
  }
  return {
    send: (mail) => track(deliverOrLog(mail)),
    compose: (write) => void track(composeAndSend(write)),
    deliver: (mail) => post("alone", mail),
    async close() {
      await Promise.all(underWay);
      for (const transport of Object.values(transports)) transport.close();
    },
  };
}
