import { type NotificationMessage, notifyEach } from "../../communication/notifications/notify.service";
import type { Tx } from "../../platform/database/unit-of-work";
import { type TaskAnnouncement, claimDueTasks, claimNewTasks, maxNamedTasks } from "./onboarding.sql";

type Kind = "onboarding.added" | "onboarding.due";

/**
 * Notifies users of new onboarding tasks, and again on the due day in the tenant's time zone. Each message is sent only once.
 * @returns the number of messages.
 */
export async function notifyOfOnboarding(tx: Tx): Promise<number> {
  const fresh = await tx.rows<TaskAnnouncement>(claimNewTasks);
  const due = await tx.rows<TaskAnnouncement>(claimDueTasks);
  const messages = [...messagesOf("onboarding.added", fresh), ...messagesOf("onboarding.due", due)];
  await notifyEach(tx, { eventId: null, sender: null }, messages);
  return messages.length;
}

const messagesOf = (kind: Kind, rows: readonly TaskAnnouncement[]): NotificationMessage[] =>
  rows.map((row) => (row.people > maxNamedTasks ? together(kind, row) : single(kind, row)));

function single(kind: Kind, { user_id, person_id, name, count, date }: TaskAnnouncement): NotificationMessage {
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

function together(kind: Kind, { user_id, people, count, date }: TaskAnnouncement): NotificationMessage {
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
