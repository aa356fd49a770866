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
  /** The same when it is sent again: whoever has it already shows it once. */
  messageId?: string;
  /** Of the conversation it belongs to. */
  references?: string;
  headers?: Record<string, string>;
  /** Who it is from, before the installation's own address. */
  sender?: string | null;
  /** A small PNG that comes along, for the HTML to show as `logoAddress`. */
  logo?: Buffer | null;
  /** For the receiver's calendar (RFC 6047). */
  calendar?: { method: "REQUEST" | "CANCEL"; text: string };
  /** Files that come along. */
  attachments?: { filename: string; content: Buffer; contentType: string }[];
}

/** Where the HTML of a mail finds the logo that comes along. Nothing is loaded from anywhere. */
export const logoAddress = "cid:organisation-logo";

/** A mail as the outbox folder keeps it, beside the message itself. */
export interface KeptMail {
  at: string;
  to: string;
  subject: string;
  text: string;
}

/** Sends mail through SMTP, or writes it into the outbox folder. Called after the commit, never inside a transaction. */
export interface Mailer {
  /** Doesn't throw: what can't be sent is logged, without address and content. */
  send(mail: Mail): Promise<void>;
  /** Sends what is composed outside the request, like `send`: a mail that can't be composed is logged. */
  compose(write: () => Promise<Mail | null>): void;
  /** For senders that try again. @throws when the mail server can't be reached or refuses. */
  deliver(mail: Mail): Promise<void>;
  close(): Promise<void>;
}

/**
 * So many connections for what nobody sends again: five hundred people are invited at once, and a mail server that takes fifty
 * connections of one address refused most of them for good.
 */
const atOnce = 5;

/** Mails that the outbox folder holds; older ones go. */
export const mostKept = 500;

export const outboxFolder = (config: Pick<Config, "dataDir">): string => join(config.dataDir, "outbox");

/** SMTP when there is an SMTP_URL, else files under the data folder, named by time: `.eml`, and `.json` to look at. */
export function createMailer(
  config: Pick<Config, "smtpUrl" | "mailFrom" | "dataDir">,
  log: Logger,
  patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 },
): Mailer {
  return config.smtpUrl ? smtpMailer(config.smtpUrl, config.mailFrom, log, patience) : folderMailer(config, log);
}

function smtpMailer(url: string, from: string, log: Logger, patience: object): Mailer {
  // Beside the address, not after it: what comes second says how mails look, and is nothing that the transport hears of.
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
      // A mail that is sent again replaces the first: the same name.
      const name = messageId ? messageId.replace(/[^\w.-]/g, "") : randomUUID().slice(0, 8);
      const kept = (await readdir(folder)).filter((file) => file.endsWith(".eml")).sort();
      const known = messageId && kept.find((file) => file.endsWith(`-${name}.eml`));
      const path = join(folder, known ? known.slice(0, -".eml".length) : `${at.replaceAll(":", "-")}-${name}`);
      await write(`${path}.eml`, message);
      await write(`${path}.json`, JSON.stringify({ at, to, subject, text } satisfies KeptMail));
      // The folder is looked through for each mail: it stays as short as anybody would read.
      for (const old of kept.slice(0, -mostKept)) {
        for (const file of [old, old.replace(/\.eml$/, ".json")]) await rm(join(folder, file), { force: true });
      }
    },
  );
}

/** A reader of the folder sees whole files only. */
async function write(path: string, content: string | Buffer): Promise<void> {
  await writeFile(`${path}.part`, content, { mode: 0o600 });
  await rename(`${path}.part`, path);
}

/** The installation's own address, without the name before it. */
export const addressIn = (from: string) => /<([^>]+)>/.exec(from)?.[1] ?? from;

const logoPart = (content: Buffer) => ({
  cid: logoAddress.slice("cid:".length),
  filename: "logo.png",
  contentType: "image/png",
  contentDisposition: "inline" as const,
  content,
});

/**
 * `line`: one after the other over a few connections. `alone`: each mail on a connection of its own, since whoever sends again doesn't
 * wait for long, and what waited in a line would be sent all the same.
 */
type Way = "line" | "alone";

/** Opened with the first mail. */
function mailer(
  open: Record<Way, () => Transporter>,
  from: string,
  log: Logger,
  keep: (message: Buffer, mail: Mail) => Promise<void>,
): Mailer {
  const transports: Partial<Record<Way, Transporter>> = {};
  const underWay = new Set<Promise<void>>();
  async function post(way: Way, mail: Mail): Promise<void> {
    const { sender, logo, calendar, attachments = [], to, ...message } = mail;
    const icalEvent = calendar && { method: calendar.method, filename: "invite.ics", content: calendar.text };
    const transport = (transports[way] ??= open[way]());
    const sent = (await transport.sendMail({
      ...message,
      // One address, whatever stands in it: as text "a,b@c.example" would be read as a list, and reach another.
      to: { name: "", address: to },
      // As two parts, so that whatever stands in the name is quoted as a name.
      from: sender ? { name: sender, address: addressIn(from) } : from,
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
      log.error({ err: error }, "mail not composed");
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
