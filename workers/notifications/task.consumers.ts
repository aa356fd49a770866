import { mentionsOf } from "../../server/platform/rich-text/rich-text";
import type { Tx } from "../../server/platform/database/unit-of-work";
import type { NotificationKind } from "../../shared/notifications/notifications.kinds";
import { notifyingFields, recordOf } from "../../shared/tasks/tasks.field-lists";
import type { Consumer } from "../platform/consumer";
import {
  assignedOf,
  followersOf,
  followersOfGone,
  projectTitle,
  taskNow,
  toldAs,
  without,
} from "./notifications.recipients";
import { movedConsumer } from "./moved.consumer";
import { consumer, type Event, tellOfTask } from "./notifications.tell";

async function taskCreated(tx: Tx, event: Event<"task.created">): Promise<void> {
  const { id, user_ids, group_ids } = event.data;
  const task = await taskNow(tx, id);
  if (!task) return; // deleted since: there is nothing to open
  await tellOfTask(tx, event, { ...event.data, title: task.title }, [
    { kind: "task.mentioned", people: toldAs(mentionsOf(task.description ?? ""), "mentioned") },
    { kind: "task.assigned", people: await assignedOf(tx, user_ids, group_ids) },
  ]);
}

const notifying = notifyingFields.map(recordOf);

/** Who is newly mentioned or assigned hears of that, and not also that something has changed. */
async function taskUpdated(tx: Tx, event: Event<"task.updated">): Promise<void> {
  const { id, before, description, user_ids, group_ids } = event.data;
  const fields = notifying.filter((field) => field in before);
  if (fields.length === 0 && !user_ids && !group_ids) return;
  const task = await taskNow(tx, id);
  if (!task) return;
  const mentioned = without(mentionsOf(description ?? ""), mentionsOf(before.description ?? ""));
  // What didn't change isn't in the event; there, before is as now.
  const assignees = async (users: readonly number[], groups: readonly number[]) =>
    user_ids || group_ids ? assignedOf(tx, users, groups) : [];
  const earlier = await assignees(before.user_ids ?? task.user_ids, before.group_ids ?? task.group_ids);
  const present = await assignees(user_ids ?? task.user_ids, group_ids ?? task.group_ids);
  await tellOfTask(tx, event, { ...event.data, title: task.title }, [
    { kind: "task.mentioned", people: toldAs(mentioned, "mentioned") },
    { kind: "task.assigned", people: without(present, idsOf(earlier)) },
    { kind: "task.unassigned", people: toldAs(without(idsOf(earlier), idsOf(present)), null) },
    {
      kind: "task.changed",
      people: fields.length > 0 ? await followersOf(tx, id) : [],
      values: { fields: fields.join() },
    },
  ]);
}

const idsOf = (people: readonly { id: number }[]) => people.map(({ id }) => id);

type Ended = "task.archived" | "task.restored";

const toFollowers =
  <Type extends Ended>(kind: NotificationKind) =>
  async (tx: Tx, event: Event<Type>): Promise<void> => {
    const task = event.data as Event<Ended>["data"];
    await tellOfTask(tx, event, task, [{ kind, people: await followersOf(tx, task.id) }]);
  };

/** By the key that it has now; who doesn't see the other project isn't told where it went. */
async function taskArrived(tx: Tx, event: Event<"task.arrived">): Promise<void> {
  const { id, project_id } = event.data;
  const project = await projectTitle(tx, project_id);
  if (project === undefined) return;
  const people = await followersOf(tx, id);
  await tellOfTask(tx, event, event.data, [{ kind: "task.relocated", people, values: { project } }]);
}

/** There is nothing to open any more: it leads to the board. */
async function taskDeleted(tx: Tx, event: Event<"task.deleted">): Promise<void> {
  const { id, project_id } = event.data;
  const people = await followersOfGone(tx, id, event.id);
  await tellOfTask(tx, event, event.data, [{ kind: "task.deleted", people, path: `/projects/${project_id}/tasks` }]);
}

export const taskConsumers: readonly Consumer[] = [
  consumer("task.created", taskCreated),
  consumer("task.updated", taskUpdated),
  movedConsumer,
  consumer("task.archived", toFollowers("task.archived")),
  consumer("task.restored", toFollowers("task.restored")),
  consumer("task.arrived", taskArrived),
  consumer("task.deleted", taskDeleted),
];
