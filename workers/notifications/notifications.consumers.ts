import { deliver, type Message } from "../../server/notifications/notifications.service";
import { excerptOf } from "../../server/platform/rich-text";
import type { Tx } from "../../server/platform/unit-of-work";
import { whoSees } from "../../server/projects/projects.policy";
import type { DomainEvents } from "../../shared/domain-events";
import { type LiveEvent, type StreamName, userStream } from "../../shared/kernel/events";
import type { Consumer } from "../platform/consumer";
import { commentIsThere, concernedBy, peopleOf, taskNow } from "./notifications.recipients";

type Event<Type extends keyof DomainEvents> = LiveEvent<Type, DomainEvents[Type]>;

type Tell<Type extends keyof DomainEvents> = (tx: Tx, event: Event<Type>, stream: StreamName) => Promise<void>;

const consumer = <Type extends keyof DomainEvents & string>(type: Type, tell: Tell<Type>): Consumer => ({
  name: `notifications.${type}`,
  events: [type],
  consume: (tx, event, stream) => tell(tx, event as unknown as Event<Type>, stream),
});

/** To those who aren't the actor, are active, and may see the project at this moment. */
async function tell(tx: Tx, event: LiveEvent, projectId: number, ...messages: Message[]): Promise<void> {
  const wanted = messages.flatMap((message) => message.userIds).filter((id) => id !== event.actor?.id);
  const people = new Set((await whoSees(tx, projectId, wanted)).map((person) => person.id));
  const allowed = messages.map((message) => ({ ...message, userIds: message.userIds.filter((id) => people.has(id)) }));
  await deliver(tx, event.id, event.actor, allowed);
}

const senderOf = (event: LiveEvent) => event.actor?.fullname ?? "";

async function taskCreated(tx: Tx, event: Event<"task.created">): Promise<void> {
  const { id, project_id, user_ids, group_ids } = event.data;
  if (user_ids.length + group_ids.length === 0) return;
  const task = await taskNow(tx, id);
  if (!task) return; // deleted since: there is nothing to open
  await assigned(tx, event, project_id, await peopleOf(tx, user_ids, group_ids), task.title);
}

/** Newly assigned by name or by a group; whoever was assigned in either way before isn't told again. */
async function taskUpdated(tx: Tx, event: Event<"task.updated">): Promise<void> {
  const { id, project_id, before, user_ids, group_ids } = event.data;
  if (!user_ids && !group_ids) return;
  const addedUsers = without(user_ids ?? [], before.user_ids ?? []);
  const addedGroups = without(group_ids ?? [], before.group_ids ?? []);
  if (addedUsers.length + addedGroups.length === 0) return;
  const task = await taskNow(tx, id);
  if (!task) return;
  // What didn't change isn't in the event; there, before is as now.
  const earlier = await peopleOf(tx, before.user_ids ?? task.user_ids, before.group_ids ?? task.group_ids);
  const added = without(await peopleOf(tx, addedUsers, addedGroups), earlier);
  await assigned(tx, event, project_id, added, task.title);
}

async function assigned(
  tx: Tx,
  event: Event<"task.created"> | Event<"task.updated">,
  projectId: number,
  userIds: readonly number[],
  title: string,
): Promise<void> {
  const { id, key } = event.data;
  const values = { sender: senderOf(event), key, title };
  const path = `/project/tasks-details/${id}`;
  await tell(tx, event, projectId, { kind: "task.assigned", userIds, values, path, subject: key });
}

type Said = Event<"comment.created"> | Event<"comment.updated">;

function about(event: Said): Pick<Message, "values" | "path" | "subject"> {
  const { id, task_id, key, title, comment } = event.data;
  const values = { sender: senderOf(event), key, title, excerpt: excerptOf(comment) };
  return { values, path: `/project/tasks-details/${task_id}?comment=${id}`, subject: key };
}

async function commentCreated(tx: Tx, event: Event<"comment.created">): Promise<void> {
  const { id, task_id, project_id, mentions } = event.data;
  if (!(await commentIsThere(tx, event.data.id))) return;
  // Who is mentioned hears of that, and not also that there is a comment.
  const others = without(await concernedBy(tx, task_id, id), mentions);
  await tell(
    tx,
    event,
    project_id,
    { kind: "comment.mentioned", userIds: mentions, ...about(event) },
    { kind: "comment.created", userIds: others, ...about(event) },
  );
}

async function commentUpdated(tx: Tx, event: Event<"comment.updated">): Promise<void> {
  const { newly_mentioned, project_id } = event.data;
  if (newly_mentioned.length === 0 || !(await commentIsThere(tx, event.data.id))) return;
  await tell(tx, event, project_id, { kind: "comment.mentioned", userIds: newly_mentioned, ...about(event) });
}

/** It comes on the project's stream too; only what comes on the person's own says that they have gained access. */
async function memberAdded(tx: Tx, event: Event<"member.added">, stream: StreamName): Promise<void> {
  const { project_id, title, user } = event.data;
  if (stream !== userStream(user.id)) return;
  const values = { sender: senderOf(event), title };
  const path = `/projects/${project_id}/tasks`;
  await tell(tx, event, project_id, { kind: "project.added", userIds: [user.id], values, path, subject: title });
}

const without = (ids: readonly number[], gone: readonly number[]) => ids.filter((id) => !gone.includes(id));

/** Tells people what concerns them. Who it may concern is decided here; who may know of it, by the project's policy. */
export const notificationConsumers: readonly Consumer[] = [
  consumer("task.created", taskCreated),
  consumer("task.updated", taskUpdated),
  consumer("comment.created", commentCreated),
  consumer("comment.updated", commentUpdated),
  consumer("member.added", memberAdded),
];
