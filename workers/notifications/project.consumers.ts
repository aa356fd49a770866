import { type Message, type Recipient, tellPeople } from "../../server/notifications/tell.service";
import type { Tx } from "../../server/platform/database/unit-of-work";
import { type LiveEvent, projectStream, type StreamName, userStream } from "../../shared/kernel/events";
import type { Consumer } from "../platform/consumer";
import { membersOf, projectTitle, toldAs, without } from "./notifications.recipients";
import { consumer, type Event, senderOf, tell } from "./notifications.tell";

function ofProject(
  event: LiveEvent,
  project: { id: number; title: string },
  message: Pick<Message, "kind"> & { people: readonly Recipient[]; values?: Record<string, string>; path?: string },
): Message {
  const { kind, people, values = {}, path = `/projects/${project.id}/tasks` } = message;
  const { id, title } = project;
  const all = { sender: senderOf(event), title, ...values };
  return { kind, people, values: all, path, subject: title, taskId: null, projectId: id };
}

/** It comes on the project's stream too; only what comes on the person's own says that they have gained access. */
async function memberAdded(tx: Tx, event: Event<"member.added">, stream: StreamName): Promise<void> {
  const { project_id: id, title, user } = event.data;
  if (stream !== userStream(user.id)) return;
  const message = ofProject(event, { id, title }, { kind: "project.added", people: toldAs([user.id], null) });
  await tell(tx, event, id, [message]);
}

/** They don't see the project any more, and are told its name alone, which they knew. */
async function memberRemoved(tx: Tx, event: Event<"member.removed">, stream: StreamName): Promise<void> {
  const { project_id: id, user } = event.data;
  if (stream !== userStream(user.id) || user.id === event.actor?.id) return;
  const title = await projectTitle(tx, id);
  if (title === undefined) return;
  const people = toldAs([user.id], null);
  const message = ofProject(event, { id, title }, { kind: "project.removed", people, path: "/projects" });
  await tellPeople(tx, { eventId: event.id, sender: event.actor }, [message]);
}

async function memberUpdated(tx: Tx, event: Event<"member.updated">, stream: StreamName): Promise<void> {
  const { project_id: id, user, role } = event.data;
  if (stream !== projectStream(id)) return;
  const title = await projectTitle(tx, id);
  if (title === undefined) return;
  const people = toldAs([user.id], null);
  await tell(tx, event, id, [ofProject(event, { id, title }, { kind: "project.role", people, values: { role } })]);
}

/** Of a crowd that came or went by a group, for which there is nothing on their own streams to tell of. */
async function crowdOfGroup(tx: Tx, event: Event<"group.updated">): Promise<void> {
  const { project_id: id, users, gone } = event.data;
  if (id === null || !gone) return;
  const title = await projectTitle(tx, id);
  if (title === undefined) return;
  const ids = users.map((user) => user.id);
  await tell(tx, event, id, [ofProject(event, { id, title }, { kind: "project.added", people: toldAs(ids, null) })]);
  const people = toldAs(without(gone, event.actor ? [event.actor.id] : []), null);
  const message = ofProject(event, { id, title }, { kind: "project.removed", people, path: "/projects" });
  await tellPeople(tx, { eventId: event.id, sender: event.actor }, [message]);
}

const archiving =
  (kind: "project.archived" | "project.restored") =>
  async (tx: Tx, event: Event<typeof kind>, stream: StreamName): Promise<void> => {
    const { id } = event.data;
    const title = await projectTitle(tx, id);
    if (title === undefined || stream !== projectStream(id)) return; // restoring is told on people's streams as well
    await tell(tx, event, id, [ofProject(event, { id, title }, { kind, people: await membersOf(tx, id) })]);
  };

async function projectUpdated(tx: Tx, event: Event<"project.updated">, stream: StreamName): Promise<void> {
  const { id, before } = event.data;
  if (stream !== projectStream(id) || !("start_date" in before || "end_date" in before)) return;
  const title = await projectTitle(tx, id);
  if (title === undefined) return;
  await tell(tx, event, id, [
    ofProject(event, { id, title }, { kind: "project.dates", people: await membersOf(tx, id) }),
  ]);
}

export const projectConsumers: readonly Consumer[] = [
  consumer("member.added", memberAdded),
  consumer("member.removed", memberRemoved),
  consumer("member.updated", memberUpdated),
  consumer("group.updated", crowdOfGroup),
  consumer("project.archived", archiving("project.archived")),
  consumer("project.restored", archiving("project.restored")),
  consumer("project.updated", projectUpdated),
];
