import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { type NotificationKind, notificationKinds, reasons } from "../../shared/notifications/notifications.kinds";
import { topics } from "../../shared/notifications/notifications.topics";
import { digestMail, heldBack, notificationMail, pushPayload } from "./deliveries.compose";
import { type Claimed, type Content, linesAtMost, type Receiver } from "./deliveries.sql";

/**
 * What is said by mail and push of each kind, of one event and of a burst, with everything that can be said of it and with the
 * least, and when it is held back, stands a second time in kept-mails.txt: `UPDATE_ANSWERS=1` writes down what is new.
 */
const file = path.join(__dirname, "kept-mails.txt");

const to: Receiver = {
  topics: {},
  digest_minute: 510,
  digest_weekday: 0,
  quiet: false,
  quiet_from: 1200,
  quiet_to: 420,
  quiet_days: [],
  mentions_through: true,
  fullname: "Emil Employee",
  email: "emil@acme.test",
  language: "en",
  time_zone: "Asia/Baghdad",
  active: true,
  external: false,
  organisation: "Acme",
  mail_sender: null,
  logo_mark: null,
  domains: ["acme.test"],
  now: new Date("2041-03-04T10:00:00Z"),
};
const claimed: Claimed = {
  id: 11,
  user_id: 12,
  channel: "mail",
  notification_id: 13,
  digest_id: null,
  subscription_id: null,
  attempts: 1,
  events_to: 14,
};
const least = { sender: "Mia", title: "Copy", name: "Zana", date: "2041-03-09", count: "1", requester: "Ari" };
const everything: Record<string, string> = {
  ...least,
  key: "WEB-7",
  file: "plan.pdf",
  excerpt: "Well done",
  emoji: "👍",
  fields: "title,due_date",
  column: "Done",
  count: "3",
  people: "2",
  role: "viewer",
  subtask: "Proofread",
  when: "today",
  project: "Launch",
  blocker: "WEB-6",
  number: "PUR-0047",
  from: "2041-03-04",
  to: "2042-01-06",
  begins: "09:00",
  ends: "10:30",
  place: "Room 4",
  days: "7.5",
  amount: "4280.00",
  currency: "EUR",
  answers: "Screen",
  left: "2.5",
  next: "Finance",
  decided: "yes",
  note: "Too much",
  taker: "Hana",
  decision: "rejected",
  own: "yes",
  mine: "yes",
  has: "yes",
  over: "yes",
  most: "25",
  answer: "declined",
  private: "yes",
  "title.ar": "نسخة",
};
const around = {
  origin: "https://acme.test",
  tenantId: 9,
  stopLink: async (what: string) => `https://acme.test/stop/${what}`,
};
const contentOf = (kind: NotificationKind, values: Record<string, string>, more: Partial<Content> = {}): Content => ({
  id: 13,
  kind,
  values,
  path: "/there",
  subject: "Relaunch",
  reason: null,
  task_id: null,
  project_id: null,
  request_id: null,
  others: 0,
  count: 1,
  shown: true,
  read: false,
  ...more,
});

const flat = (text: string) => text.replaceAll(/\s*\n\s*/g, " / ");

async function said(kind: NotificationKind): Promise<string[]> {
  const one = contentOf(kind, least);
  const full = contentOf(kind, everything, { reason: "watching", task_id: 15, project_id: 16, others: 2, count: 7 });
  const burst = Array.from({ length: 7 }, (_, n) => ({
    values: { ...everything, excerpt: `No ${n}` },
    path: `/at/${n}`,
    count: 7,
  })).slice(-linesAtMost);
  const mails = [
    await notificationMail(claimed, one, [one], to, around),
    await notificationMail(claimed, full, [{ ...full, count: 1 }], { ...to, language: "ar" }, around),
    await notificationMail(claimed, full, burst, { ...to, mail_sender: "portal@acme.test" }, around),
  ];
  const pushes = [pushPayload(one, [], to), pushPayload(full, burst, { ...to, language: "ckb" })];
  return [
    ...mails.map(({ subject, text, references, headers }) =>
      flat([subject, text, references ?? "no thread", Object.keys(headers ?? {}).length].join(" ¶ ")),
    ),
    ...pushes,
  ];
}

const night = new Date("2041-03-04T20:00:00Z");
function held(kind: NotificationKind): string {
  const asked: [Partial<Receiver>, Partial<Content>, Date][] = [
    [{}, {}, to.now],
    [{ active: false }, {}, to.now],
    [{}, { read: true }, to.now],
    [{ quiet: true }, {}, to.now],
    [{ quiet: true }, {}, night],
    [{ quiet: true, mentions_through: false }, {}, night],
    [{ topics: Object.fromEntries(topics.map((topic) => [topic, { email: "daily", push: false }])) }, {}, to.now],
    [{ topics: Object.fromEntries(topics.map((topic) => [topic, { email: "now", push: true }])) }, {}, to.now],
  ];
  return asked
    .map(([receiver, content, now]) =>
      (["mail", "push"] as const).map((by) =>
        heldBack(contentOf(kind, least, content), { ...to, ...receiver }, by, now),
      ),
    )
    .join(" | ");
}

async function everythingSaid(): Promise<string> {
  const parts: string[] = [];
  for (const kind of notificationKinds) parts.push([`# ${kind}`, ...(await said(kind)), held(kind)].join("\n"));
  const contents = [
    contentOf("task.assigned", everything, { reason: "assigned", task_id: 15, project_id: 16 }),
    contentOf("request.approved", everything),
    contentOf("news.published", { ...least, key: "" }, { reason: "member" }),
  ];
  for (const language of ["en", "ar"] as const)
    for (const cadence of ["daily", "weekly"] as const) {
      const receiver = { ...to, language, logo_mark: Buffer.from("x") };
      const { subject, text, html } = await digestMail(
        claimed,
        { cadence, period: "2041-03-04" },
        contents,
        receiver,
        around,
      );
      parts.push([`# ${cadence} in ${language}`, subject, flat(text), flat(html ?? "")].join("\n"));
    }
  parts.push(`# reasons\n${reasons.join(" ")}`);
  return `${parts.join("\n\n")}\n`;
}

test("what is said of each kind is what was said of it", async () => {
  const now = await everythingSaid();
  if (process.env["UPDATE_ANSWERS"]) writeFileSync(file, now);
  const kept = existsSync(file) ? readFileSync(file, "utf8") : "";
  expect(now.split("\n").filter((line) => !kept.includes(line))).toEqual([]);
  expect(now).toBe(kept);
});
