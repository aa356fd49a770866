import { mentionsOf } from "../../../server/platform/rich-text/rich-text";
import { withdrawNotifications } from "../../../server/communication/notifications/notifications.service";
import { sql, type Tx } from "../../../server/platform/database/unit-of-work";
import type { NotificationKind } from "../../../shared/communication/notifications/notifications.kinds";
import { notifyingFields, recordNameOf } from "../../../shared/work/tasks/tasks.field-lists";
import type { Consumer } from "../../platform/consumer";
import {
  assigneesOf,
  excludeItems,
  followersOf,
  followersOfDeletedTask,
  type NamedColumn,
  projectTitle,
  readColumns,
  readTask,
  recipientsFor,
} from "./notifications.recipients";
import { describeChangedValues } from "./changed-values";
import { unblockedConsumer } from "./unblocked.consumer";
import { type ConsumedEvent, notifyAboutTask, notifyingConsumer } from "./notifications.notify";

const isWanted = sql(
  "notifications.isWanted",
  `SELECT EXISTS (SELECT FROM notification_preference WHERE tenant_id = current_tenant() AND topics ? $1) AS wanted`,
);

const columnsOfBatch = new WeakMap<Tx, ReadonlyMap<number, NamedColumn>>();

const isColumnChanged = ({ data }: ConsumedEvent<"task.moved">) => data.task_status_id !== data.from_task_status_id;

/** Loads the columns of a batch of moves if any user wants notifications about moves, because moves are the most frequent events. */
async function readForAll(tx: Tx, events: readonly ConsumedEvent<"task.moved">[]): Promise<void> {
  const moves = events.filter(isColumnChanged);
  if (moves.length === 0 || !(await tx.one<{ wanted: boolean }>(isWanted, ["moved"]))?.wanted) return;
  const columns = await readColumns(tx, [...new Set(moves.map(({ data }) => data.task_status_id))]);
  columnsOfBatch.set(tx, new Map(columns.map((column) => [column.id, column])));
}

async function taskMoved(tx: Tx, event: ConsumedEvent<"task.moved">): Promise<void> {
  const { id, task_status_id } = event.data;
  const to = columnsOfBatch.get(tx)?.get(task_status_id);
  if (!to || !isColumnChanged(event)) return;
  const people = await followersOf(tx, id);
  if (excludeItems(people, [event.actor?.id ?? 0]).length > 0)
    await notifyAboutTask(tx, event, event.data, [{ kind: "task.moved", people, values: { column: to.title } }]);
}

const taskMovedConsumer = notifyingConsumer("task.moved", taskMoved, readForAll);

async function taskCreated(tx: Tx, event: ConsumedEvent<"task.created">): Promise<void> {
  const { id, user_ids, group_ids } = event.data;
  const task = await readTask(tx, id);
  if (!task) return; // the task was deleted since, so there is no page to open
  await notifyAboutTask(tx, event, { ...event.data, title: task.title }, [
    { kind: "task.mentioned", people: recipientsFor(mentionsOf(task.description ?? ""), "mentioned") },
    { kind: "task.assigned", people: await assigneesOf(tx, user_ids, group_ids) },
  ]);
}

const notifying = notifyingFields.map(recordNameOf);

/** Newly mentioned or assigned users get only the notification about the mention or assignment, not the one about changed fields. */
async function taskUpdated(tx: Tx, event: ConsumedEvent<"task.updated">): Promise<void> {
  const { id, before, description, user_ids, group_ids, project_id } = event.data;
  const fields = notifying.filter((field) => field in before);
  if (fields.length === 0 && !user_ids && !group_ids && !event.data.field_values) return;
  const task = await readTask(tx, id);
  if (!task) return;
  const mentioned = excludeItems(mentionsOf(description ?? ""), mentionsOf(before.description ?? ""));
  // Lists that did not change are missing from the event, so the current lists are used.
  const assignees = async (users: readonly number[], groups: readonly number[]) =>
    user_ids || group_ids ? assigneesOf(tx, users, groups) : [];
  const earlier = await assignees(before.user_ids ?? task.user_ids, before.group_ids ?? task.group_ids);
  const changed_values = await describeChangedValues(tx, project_id, event.data);
  const present = await assignees(user_ids ?? task.user_ids, group_ids ?? task.group_ids);
  await notifyAboutTask(tx, event, { ...event.data, title: task.title }, [
    { kind: "task.mentioned", people: recipientsFor(mentioned, "mentioned") },
    { kind: "task.assigned", people: excludeItems(present, idsOf(earlier)) },
    { kind: "task.unassigned", people: recipientsFor(excludeItems(idsOf(earlier), idsOf(present)), null) },
    {
      kind: "task.changed",
      people: fields.length > 0 || changed_values ? await followersOf(tx, id) : [],
      values: { fields: fields.join(), ...(changed_values && { changed_values }) },
    },
  ]);
}

const idsOf = (people: readonly { id: number }[]) => people.map(({ id }) => id);

type Ended = "task.archived" | "task.restored";

const toFollowers =
  <Type extends Ended>(kind: NotificationKind) =>
  async (tx: Tx, event: ConsumedEvent<Type>): Promise<void> => {
    const task = event.data as ConsumedEvent<Ended>["data"];
    await notifyAboutTask(tx, event, task, [{ kind, people: await followersOf(tx, task.id) }]);
  };

/** Notifies with the task's new key; users who cannot see the target project are not notified. */
async function taskArrived(tx: Tx, event: ConsumedEvent<"task.arrived">): Promise<void> {
  const { id, project_id } = event.data;
  const project = await projectTitle(tx, project_id);
  if (project === undefined) return;
  const people = await followersOf(tx, id);
  await notifyAboutTask(tx, event, event.data, [{ kind: "task.relocated", people, values: { project } }]);
}

/** Earlier notifications are removed with the page that they link to; the new one links to the board. */
async function taskDeleted(tx: Tx, event: ConsumedEvent<"task.deleted">): Promise<void> {
  const { id, project_id } = event.data;
  await withdrawNotifications(tx, { is: "task", id }, event.id);
  const people = await followersOfDeletedTask(tx, id, event.id);
  await notifyAboutTask(tx, event, event.data, [
    { kind: "task.deleted", people, path: `/projects/${project_id}/tasks` },
  ]);
}

export const taskConsumers: readonly Consumer[] = [
  notifyingConsumer("task.created", taskCreated),
  notifyingConsumer("task.updated", taskUpdated),
  taskMovedConsumer,
  unblockedConsumer,
  notifyingConsumer("task.archived", toFollowers("task.archived")),
  notifyingConsumer("task.restored", toFollowers("task.restored")),
  notifyingConsumer("task.arrived", taskArrived),
  notifyingConsumer("task.deleted", taskDeleted),
];
