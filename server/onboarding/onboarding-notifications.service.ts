import { type Message, tellEach } from "../notifications/tell.service";
import type { Tx } from "../platform/database/unit-of-work";
import { type Announcement, claimDue, claimNew, mostByName } from "./onboarding.sql";

type Kind = "onboarding.added" | "onboarding.due";

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

const messagesOf = (kind: Kind, rows: readonly Announcement[]): Message[] =>
  rows.map((row) => (row.people > mostByName ? together(kind, row) : single(kind, row)));

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

function together(kind: Kind, { user_id, people, count, date }: Announcement): Message {
  return {
    kind: `${kind}Many`,
    people: [{ id: user_id, reason: null }],
    values: { people: String(people), count: String(count), date, sender: "", key: "" },
    path: "/dashboard",
    subject: date,
    taskId: null,
    projectId: null,
  };
}
