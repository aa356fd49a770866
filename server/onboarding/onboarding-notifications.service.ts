import { groupBy } from "../../shared/kernel/group-by";
import { type Message, tellEach } from "../notifications/tell.service";
import type { Tx } from "../platform/database/unit-of-work";
import { type Announcement, claimDue, claimNew } from "./onboarding.sql";

type Kind = "onboarding.added" | "onboarding.due";

/** Of more newcomers at once, as an import brings them, one is told in one line. */
const mostByName = 5;

/**
 * Tells those whom tasks of a checklist fall to that there are some, and once more on their day; once each, by the
 * organisation's calendar. @returns how many were told.
 */
export async function announceOnboarding(tx: Tx): Promise<number> {
  const fresh = await tx.rows<Announcement>(claimNew);
  const due = await tx.rows<Announcement>(claimDue);
  const messages = [...messagesOf("onboarding.added", fresh), ...messagesOf("onboarding.due", due)];
  await tellEach(tx, { eventId: null, sender: null }, messages);
  return messages.length;
}

function messagesOf(kind: Kind, rows: readonly Announcement[]): Message[] {
  return [...groupBy(rows, ({ user_id }) => user_id)].flatMap(([id, about]) =>
    about.length > mostByName ? [together(kind, id, about)] : about.map((one) => single(kind, one)),
  );
}

function single(kind: Kind, { user_id, person_id, name, count, date }: Announcement): Message {
  return {
    kind,
    people: [{ id: user_id, reason: null }],
    values: { name, count: String(count), date, sender: "", key: "" },
    path: `/employees/view/${person_id}`,
    subject: name,
    taskId: null,
    projectId: null,
  };
}

function together(kind: Kind, id: number, about: readonly Announcement[]): Message {
  const count = about.reduce((sum, one) => sum + one.count, 0);
  const date = about.map((one) => one.date).toSorted()[0] ?? "";
  return {
    kind: `${kind}Many`,
    people: [{ id, reason: null }],
    values: { people: String(about.length), count: String(count), date, sender: "", key: "" },
    path: "/dashboard",
    subject: date,
    taskId: null,
    projectId: null,
  };
}
