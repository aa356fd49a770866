import {
  type NotificationMessage,
  type NotificationRecipient,
  notifyUsers,
} from "../../../server/communication/notifications/notify.service";
import { withdrawNotifications } from "../../../server/communication/notifications/notifications.service";
import type { Tx } from "../../../server/platform/database/unit-of-work";
import { type LiveEvent, parseStream, projectStream, type StreamName, userStream } from "../../../shared/kernel/events";
import type { Consumer } from "../../platform/consumer";
import { membersOf, projectTitle, recipientsFor, excludeItems } from "./notifications.recipients";
import { notifyingConsumer, type ConsumedEvent, senderOf, notifyProjectViewers } from "./notifications.notify";

function ofProject(
  event: LiveEvent,
  project: { id: number; title: string },
  message: Pick<NotificationMessage, "kind"> & {
    people: readonly NotificationRecipient[];
    values?: Record<string, string>;
    path?: string;
  },
): NotificationMessage {
  const { kind, people, values = {}, path = `/projects/${project.id}/tasks` } = message;
  const { id, title } = project;
  const all = { sender: senderOf(event), title, ...values };
  return { kind, people, values: all, path, subject: title, taskId: null, projectId: id };
}

/** The event is published on two streams; only the one on the user's own stream means new access. */
async function memberAdded(tx: Tx, event: ConsumedEvent<"member.added">, stream: StreamName): Promise<void> {
  const { project_id: id, title, user } = event.data;
  if (stream !== userStream(user.id)) return;
  const message = ofProject(event, { id, title }, { kind: "project.added", people: recipientsFor([user.id], null) });
  await notifyProjectViewers(tx, event, id, [message]);
}

/** Former members are sent only the project's name, as they can no longer open the project. */
async function memberRemoved(tx: Tx, event: ConsumedEvent<"member.removed">, stream: StreamName): Promise<void> {
  const { project_id: id, user } = event.data;
  if (stream !== userStream(user.id) || user.id === event.actor?.id) return;
  const title = await projectTitle(tx, id);
  if (title === undefined) return;
  const people = recipientsFor([user.id], null);
  const message = ofProject(event, { id, title }, { kind: "project.removed", people, path: "/projects" });
  await notifyUsers(tx, { eventId: event.id, sender: event.actor }, [message]);
}

async function memberUpdated(tx: Tx, event: ConsumedEvent<"member.updated">, stream: StreamName): Promise<void> {
  const { project_id: id, user, role } = event.data;
  if (stream !== projectStream(id)) return;
  const title = await projectTitle(tx, id);
  if (title === undefined) return;
  const people = recipientsFor([user.id], null);
  await notifyProjectViewers(tx, event, id, [
    ofProject(event, { id, title }, { kind: "project.role", people, values: { role } }),
  ]);
}

/**
 * Notifies members of a large group that gained or lost access to a project; for large groups there are no events on the members' streams.
 */
async function groupMembersChanged(tx: Tx, event: ConsumedEvent<"group.updated">): Promise<void> {
  const { project_id: id, users, gone: removedIds } = event.data;
  if (id === null || !removedIds) return;
  const title = await projectTitle(tx, id);
  if (title === undefined) return;
  const ids = users.map((user) => user.id);
  await notifyProjectViewers(tx, event, id, [
    ofProject(event, { id, title }, { kind: "project.added", people: recipientsFor(ids, null) }),
  ]);
  const people = recipientsFor(excludeItems(removedIds, event.actor ? [event.actor.id] : []), null);
  const message = ofProject(event, { id, title }, { kind: "project.removed", people, path: "/projects" });
  await notifyUsers(tx, { eventId: event.id, sender: event.actor }, [message]);
}

const archiving =
  (kind: "project.archived" | "project.restored") =>
  async (tx: Tx, event: ConsumedEvent<typeof kind>, stream: StreamName): Promise<void> => {
    const { id } = event.data;
    const title = await projectTitle(tx, id);
    if (title === undefined || stream !== projectStream(id)) return; // the event is also published on the streams of users
    await notifyProjectViewers(tx, event, id, [
      ofProject(event, { id, title }, { kind, people: await membersOf(tx, id) }),
    ]);
  };

async function projectUpdated(tx: Tx, event: ConsumedEvent<"project.updated">, stream: StreamName): Promise<void> {
  const { id, before } = event.data;
  if (stream !== projectStream(id) || !("start_date" in before || "end_date" in before)) return;
  const title = await projectTitle(tx, id);
  if (title === undefined) return;
  await notifyProjectViewers(tx, event, id, [
    ofProject(event, { id, title }, { kind: "project.dates", people: await membersOf(tx, id) }),
  ]);
}

/** The event is published on the stream of each user who saw the project. */
async function projectDeleted(tx: Tx, event: ConsumedEvent<"project.deleted">, stream: StreamName): Promise<void> {
  const reader = parseStream(stream);
  if (reader?.kind !== "user") return;
  await withdrawNotifications(tx, { is: "project", userId: reader.id, id: event.data.id }, event.id);
}

export const projectConsumers: readonly Consumer[] = [
  notifyingConsumer("member.added", memberAdded),
  notifyingConsumer("member.removed", memberRemoved),
  notifyingConsumer("member.updated", memberUpdated),
  notifyingConsumer("group.updated", groupMembersChanged),
  notifyingConsumer("project.archived", archiving("project.archived")),
  notifyingConsumer("project.restored", archiving("project.restored")),
  notifyingConsumer("project.updated", projectUpdated),
  notifyingConsumer("project.deleted", projectDeleted),
];
