import type { LiveEvent, StreamName, DomainEvents } from "../../../shared/kernel/events";
import { type NotificationMessage, notifyUsers } from "../../../server/communication/notifications/notify.service";
import type { Tx } from "../../../server/platform/database/unit-of-work";
import { filterProjectViewers } from "../../../server/work/access/projects.policy";
import type { Consumer } from "../../platform/consumer";

export type ConsumedEvent<Type extends keyof DomainEvents> = LiveEvent<Type, DomainEvents[Type]>;

type NotifyHandler<Type extends keyof DomainEvents> = (
  tx: Tx,
  event: ConsumedEvent<Type>,
  stream: StreamName,
) => Promise<void>;

/** `prepare` loads the data that `notify` needs, for a whole batch of events. */
export const notifyingConsumer = <Type extends keyof DomainEvents & string>(
  type: Type,
  notify: NotifyHandler<Type>,
  prepare?: (tx: Tx, events: readonly ConsumedEvent<Type>[]) => Promise<void>,
): Consumer => ({
  name: `notifications.${type}`,
  events: [type],
  ...(prepare && { prepare: (tx, events) => prepare(tx, events as unknown as readonly ConsumedEvent<Type>[]) }),
  consume: (tx, event, stream) => notify(tx, event as unknown as ConsumedEvent<Type>, stream),
});

export const senderOf = (event: LiveEvent) => event.actor?.fullname ?? "";

export type NotificationDraft = Omit<NotificationMessage, "taskId" | "projectId">;

export interface TaskRef {
  id: number;
  project_id: number;
  key: string;
  title: string;
}

export const taskPath = (id: number) => `/project/tasks-details/${id}`;

/**
 * Notifies users about a task: active users who may see the project now, except the actor. A user who is a recipient of several messages
 * gets only the first.
 */
export async function notifyAboutTask(
  tx: Tx,
  event: LiveEvent,
  task: TaskRef,
  messages: readonly (Pick<NotificationMessage, "kind" | "people"> & {
    values?: Record<string, string>;
    path?: string;
  })[],
): Promise<void> {
  const full = messages.map(({ kind, people, values = {}, path }) => ({
    kind,
    people,
    values: { sender: senderOf(event), key: task.key, title: task.title, ...values },
    path: path ?? taskPath(task.id),
    subject: task.key,
    taskId: task.id,
    projectId: task.project_id,
  }));
  await notifyProjectViewers(tx, event, task.project_id, full);
}

/** Notifies recipients who are active and may see the project now, except the actor. */
export async function notifyProjectViewers(
  tx: Tx,
  event: LiveEvent,
  projectId: number,
  messages: readonly NotificationMessage[],
): Promise<void> {
  const candidates = messages
    .flatMap(({ people }) => people.map(({ id }) => id))
    .filter((id) => id !== event.actor?.id);
  if (candidates.length === 0) return;
  const allowed = new Set(
    (await filterProjectViewers(tx, projectId, [...new Set(candidates)])).map((person) => person.id),
  );
  const notified = new Set<string>();
  const own = messages.map((message) => ({
    ...message,
    people: message.people.filter(({ id }) => {
      const once = `${id} ${message.taskId}`;
      if (id === event.actor?.id || !allowed.has(id) || notified.has(once)) return false;
      notified.add(once);
      return true;
    }),
  }));
  await notifyUsers(tx, { eventId: event.id, sender: event.actor }, own);
}
