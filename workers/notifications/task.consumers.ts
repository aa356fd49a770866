import { mentionsOf } from "../../server/platform/rich-text";
import { sql, type Tx } from "../../server/platform/unit-of-work";
import type { NotificationKind } from "../../shared/notifications/notifications.kinds";
import type { Consumer } from "../platform/consumer";
import {
  assignedOf,
  columnsOf,
  followersByTask,
  followersOf,
  followersOfGone,
  projectTitle,
  taskNow,
  toldAs,
  unblockedBy,
  without,
} from "./notifications.recipients";
import { consumer, type Event, senderOf, taskPath, tell, tellOfTask } from "./notifications.tell";

async function taskCreated(tx: Tx, event: Event<"task.created">): Promise<void> {
  const { id, user_ids, group_ids } = event.data;
  const task = await taskNow(tx, id);
  if (!task) return; // deleted since: there is nothing to open
  await tellOfTask(tx, event, { ...event.data, title: task.title }, [
    { kind: "task.mentioned", people: toldAs(mentionsOf(task.description ?? ""), "mentioned") },
    { kind: "task.assigned", people: await assignedOf(tx, user_ids, group_ids) },
  ]);
}

/** What is worth a word; people are told of by themselves, progress goes with the column, a cover is seen. */
const toldFields = [
  "title",
  "description",
  "priority",
  "complexity",
  "start_date",
  "due_date",
  "estimate_minutes",
  "tag_ids",
  "blocker_ids",
] as const;

/** Who is newly mentioned or assigned hears of that, and not also that something has changed. */
async function taskUpdated(tx: Tx, event: Event<"task.updated">): Promise<void> {
  const { id, before, description, user_ids, group_ids } = event.data;
  const fields = toldFields.filter((field) => field in before);
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

const isWanted = sql(
  "notifications.isWanted",
  `SELECT EXISTS (SELECT FROM notification_preference WHERE tenant_id = current_tenant() AND topics ? $1) AS wanted`,
);

async function taskMoved(tx: Tx, event: Event<"task.moved">): Promise<void> {
  const { id, project_id, key, task_status_id, from_task_status_id } = event.data;
  if (task_status_id === from_task_status_id) return;
  // The most frequent of all events: nearly nobody wants to hear of it beside the board.
  const [heard, columns] = await Promise.all([
    tx.one<{ wanted: boolean }>(isWanted, ["moved"]),
    columnsOf(tx, [task_status_id, from_task_status_id]),
  ]);
  const followers = heard?.wanted ? await followersOf(tx, id) : [];
  const to = columns.find((column) => column.id === task_status_id);
  if (to && without(followers, [event.actor?.id ?? 0]).length > 0) {
    await tellOfTask(tx, event, event.data, [{ kind: "task.moved", people: followers, values: { column: to.title } }]);
  }
  const from = columns.find((column) => column.id === from_task_status_id);
  if (to?.kind !== "done" || from?.kind === "done") return;
  const free = await unblockedBy(tx, id, project_id);
  if (free.length === 0) return;
  const people = await followersByTask(tx, idsOf(free));
  const messages = free.map((task) => ({
    kind: "task.unblocked" as const,
    people: people.get(task.id) ?? [],
    values: { sender: senderOf(event), key: task.key, title: task.title, blocker: key },
    path: taskPath(task.id),
    subject: task.key,
    taskId: task.id,
    projectId: project_id,
  }));
  await tell(tx, event, project_id, messages);
}

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
  consumer("task.moved", taskMoved),
  consumer("task.archived", toFollowers("task.archived")),
  consumer("task.restored", toFollowers("task.restored")),
  consumer("task.arrived", taskArrived),
  consumer("task.deleted", taskDeleted),
];
