import { type Message, tellPeople } from "../../server/notifications/tell.service";
import type { Tx } from "../../server/platform/database/unit-of-work";
import { whoSees } from "../../server/projects/projects.policy";
import type { DomainEvents } from "../../shared/domain-events";
import type { LiveEvent, StreamName } from "../../shared/kernel/events";
import type { Consumer } from "../platform/consumer";

export type Event<Type extends keyof DomainEvents> = LiveEvent<Type, DomainEvents[Type]>;

type Tell<Type extends keyof DomainEvents> = (tx: Tx, event: Event<Type>, stream: StreamName) => Promise<void>;

/** `prepare` reads for a whole batch what `tell` needs of each. */
export const consumer = <Type extends keyof DomainEvents & string>(
  type: Type,
  tell: Tell<Type>,
  prepare?: (tx: Tx, events: readonly Event<Type>[]) => Promise<void>,
): Consumer => ({
  name: `notifications.${type}`,
  events: [type],
  ...(prepare && { prepare: (tx, events) => prepare(tx, events as unknown as readonly Event<Type>[]) }),
  consume: (tx, event, stream) => tell(tx, event as unknown as Event<Type>, stream),
});

export const senderOf = (event: LiveEvent) => event.actor?.fullname ?? "";

/** A message before it is known of which task and project. */
export type Draft = Omit<Message, "taskId" | "projectId">;

/** What a task's event is about: in every one of its messages. */
export interface TaskRef {
  id: number;
  project_id: number;
  key: string;
  title: string;
}

export const taskPath = (id: number) => `/project/tasks-details/${id}`;

/**
 * Of a task, to those who aren't the actor, are active, and may see the project at this moment. Whoever is meant by
 * several messages gets the first.
 */
export async function tellOfTask(
  tx: Tx,
  event: LiveEvent,
  task: TaskRef,
  messages: readonly (Pick<Message, "kind" | "people"> & { values?: Record<string, string>; path?: string })[],
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
  await tell(tx, event, task.project_id, full);
}

/** To those who aren't the actor, are active, and may see the project at this moment. */
export async function tell(tx: Tx, event: LiveEvent, projectId: number, messages: readonly Message[]): Promise<void> {
  const wanted = messages.flatMap(({ people }) => people.map(({ id }) => id)).filter((id) => id !== event.actor?.id);
  if (wanted.length === 0) return;
  const allowed = new Set((await whoSees(tx, projectId, [...new Set(wanted)])).map((person) => person.id));
  const toldOf = new Set<string>();
  const own = messages.map((message) => ({
    ...message,
    people: message.people.filter(({ id }) => {
      const once = `${id} ${message.taskId}`;
      if (id === event.actor?.id || !allowed.has(id) || toldOf.has(once)) return false;
      toldOf.add(once);
      return true;
    }),
  }));
  await tellPeople(tx, { eventId: event.id, sender: event.actor }, own);
}
