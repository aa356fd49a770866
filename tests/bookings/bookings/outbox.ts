import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { UserEntity } from "../../../server/people/people/user.entity";
import { createMailer, outboxFolder } from "../../../server/platform/mail/mail";
import { sendCalendarMails } from "../../../workers/bookings/bookings/calendar-mails";
import type { testServer } from "../../support/server";
import type { World } from "../../support/world";

function calendarIn(message: string): { declared: string | undefined; text: string } {
  const parts = message.replaceAll("\r\n", "\n").split(/^--.+\n/m);
  const part = parts.find((each) => /^Content-Type: text\/calendar/m.test(each)) ?? "";
  const [head = "", body = ""] = part.split("\n\n");
  const unquoted = body
    .replaceAll("=\n", "")
    .replace(/=([\dA-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  const bytes = /quoted-printable/i.test(head) ? Buffer.from(unquoted, "latin1") : Buffer.from(body);
  return { declared: /method=(\w+)/.exec(head)?.[1], text: bytes.toString("utf8") };
}

export interface CalendarMail {
  firstName: string;
  subject: string;
  message: string;
  declared: string | undefined;
  calendar: string;
}

/**
 * Sends due calendar mails without the waiting time.
 * @returns the mails added to the outbox since the last call
 */
export async function calendarMails(
  { platform, owner }: ReturnType<typeof testServer>,
  world: World,
  folder: string,
): Promise<CalendarMail[]> {
  await world.tx((tx) => tx.manager.query("UPDATE booking_invitation SET due_at = now() WHERE due_at IS NOT NULL"));
  const { unitOfWork, log, config } = platform;
  const mailer = createMailer({ smtpUrl: null, mailFrom: config.mailFrom, dataDir: folder }, log);
  await sendCalendarMails({ unitOfWork, workerDatabase: owner, mailer, log, config });
  const people = await world.tx((tx) => tx.repo(UserEntity).find());
  const outbox = outboxFolder({ dataDir: folder });
  const found: CalendarMail[] = [];
  for (const file of (await readdir(outbox).catch(() => [])).filter((name) => name.endsWith(".eml"))) {
    const { to, subject } = JSON.parse(await readFile(join(outbox, file.replace(/eml$/, "json")), "utf8"));
    const message = await readFile(join(outbox, file), "utf8");
    await rm(join(outbox, file));
    const firstName = people.find(({ email }) => email === to)?.fullname.split(" ")[0];
    if (!firstName) continue; // belongs to another test's tenant
    const { declared, text } = calendarIn(message);
    found.push({ firstName, subject, message, declared, calendar: text });
  }
  return found;
}
