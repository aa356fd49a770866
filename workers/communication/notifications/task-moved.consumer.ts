import type { NotificationMessage } from "../../../server/communication/notifications/notify.service";
import { sql, type Tx } from "../../../server/platform/database/unit-of-work";
import { readColumns, followersOf, type NamedColumn, tasksUnblockedBy, excludeItems } from "./notifications.recipients";
import {
  notifyingConsumer,
  type ConsumedEvent,
  senderOf,
  taskPath,
  notifyProjectViewers,
  notifyAboutTask,
} from "./notifications.notify";

const isWanted = sql(
  "notifications.isWanted",
  `SELECT EXISTS (SELECT FROM notification_preference WHERE tenant_id = current_tenant() AND topics ? $1) AS wanted`,
);
const blockers = sql(
  "notifications.blockers",
  `SELECT DISTINCT blocker_id AS id FROM task_blocker
   WHERE tenant_id = current_tenant() AND project_id = ANY($1) AND blocker_id = ANY($2)`,
);

interface MoveContext {
  wanted: boolean;
  columns: ReadonlyMap<number, NamedColumn>;
  blockers: ReadonlySet<number>;
}

const contexts = new WeakMap<Tx, MoveContext>();

const isColumnChanged = ({ data }: ConsumedEvent<"task.moved">) => data.task_status_id !== data.from_task_status_id;

/** Loads data for a batch of moves with three queries, because moves are the most frequent events and rarely cause notifications. */
async function readForAll(tx: Tx, events: readonly ConsumedEvent<"task.moved">[]): Promise<void> {
  const moves = events.filter(isColumnChanged).map(({ data }) => data);
  if (moves.length === 0) return;
  const ids = (pick: (move: (typeof moves)[number]) => number[]) => [...new Set(moves.flatMap(pick))];
  const [heard, columns, waitedFor] = await Promise.all([
    tx.one<{ wanted: boolean }>(isWanted, ["moved"]),
    readColumns(
      tx,
      ids((move) => [move.task_status_id, move.from_task_status_id]),
    ),
    tx.rows<{ id: number }>(blockers, [ids((move) => [move.project_id]), ids((move) => [move.id])]),
  ]);
  contexts.set(tx, {
    wanted: heard?.wanted ?? false,
    columns: new Map(columns.map((column) => [column.id, column])),
    blockers: new Set(waitedFor.map(({ id }) => id)),
  });
}

async function taskMoved(tx: Tx, event: ConsumedEvent<"task.moved">): Promise<void> {
  const batch = contexts.get(tx);
  if (!batch || !isColumnChanged(event)) return;
  const { id, task_status_id, from_task_status_id } = event.data;
  const to = batch.columns.get(task_status_id);
  if (!to) return;
  if (batch.wanted) {
    const people = await followersOf(tx, id);
    if (excludeItems(people, [event.actor?.id ?? 0]).length > 0)
      await notifyAboutTask(tx, event, event.data, [{ kind: "task.moved", people, values: { column: to.title } }]);
  }
  const wasDone = batch.columns.get(from_task_status_id)?.kind === "done";
  if (to.kind === "done" && !wasDone && batch.blockers.has(id)) await notifyOfUnblocked(tx, event);
}

/** Limit of users notified about unblocked tasks. Once it is reached, further tasks are skipped. */
const maxUnblockedRecipients = 2_000;

/**
 * Notifies watchers of tasks that are now unblocked. All tasks of a board may depend on one task and be assigned to large groups, so only
 * the first 100 tasks are reported.
 */
async function notifyOfUnblocked(tx: Tx, event: ConsumedEvent<"task.moved">): Promise<void> {
  const { id, project_id, key } = event.data;
  const messages: NotificationMessage[] = [];
  let told = 0;
  for (const task of await tasksUnblockedBy(tx, id, project_id)) {
    if (told >= maxUnblockedRecipients) break;
    const people = await followersOf(tx, task.id);
    told += people.length;
    const values = { sender: senderOf(event), key: task.key, title: task.title, blocker: key };
    const about = { path: taskPath(task.id), subject: task.key, taskId: task.id, projectId: project_id };
    messages.push({ kind: "task.unblocked", people, values, ...about });
  }
  await notifyProjectViewers(tx, event, project_id, messages);
}

export const taskMovedConsumer = notifyingConsumer("task.moved", taskMoved, readForAll);
