import type { DomainEvent } from "../../../shared/kernel/events";
import type { NotificationMessage } from "../../../server/communication/notifications/notify.service";
import { sql, type Tx } from "../../../server/platform/database/unit-of-work";
import type { Consumer } from "../../platform/consumer";
import { followersOf, tasksUnblockedBy } from "./notifications.recipients";
import { notifyProjectViewers, senderOf, taskPath } from "./notifications.notify";

const blockersAmong = sql(
  "notifications.blockers",
  `SELECT DISTINCT blocker_id AS id FROM task_blocker
   WHERE tenant_id = current_tenant() AND project_id = ANY($1) AND blocker_id = ANY($2)`,
);
/** Blockers among the tasks $2 that are still in column $1. */
const blockersInColumn = sql(
  "notifications.blockersInColumn",
  `SELECT t.id FROM task t
   WHERE t.tenant_id = current_tenant() AND t.task_status_id = $1 AND t.id = ANY($2) AND t.archived_at IS NULL
     AND EXISTS (SELECT FROM task_blocker b
       WHERE b.tenant_id = t.tenant_id AND b.project_id = t.project_id AND b.blocker_id = t.id)
   ORDER BY t.id`,
);

interface FinishedTask {
  id: number;
  project_id: number;
}

/** The task that the event's change finished, by a move, by its progress or by its subtasks. */
function finishedTaskOf({ type, data }: DomainEvent): FinishedTask | null {
  switch (type) {
    case "task.moved":
    case "task.updated":
      return data.finished ? { id: data.id, project_id: data.project_id } : null;
    case "subtask.created":
    case "subtask.updated":
    case "subtask.deleted":
      return data.finished ? { id: data.task_id, project_id: data.project_id } : null;
    default:
      return null;
  }
}

const blockersOfBatch = new WeakMap<Tx, ReadonlySet<number>>();

/** Loads which finished tasks block others with one query, because moves are the most frequent events and most tasks block none. */
async function readBlockers(tx: Tx, events: readonly DomainEvent[]): Promise<void> {
  const finished = events.flatMap((event) => finishedTaskOf(event) ?? []);
  if (finished.length === 0) return;
  const unique = (ids: number[]) => [...new Set(ids)];
  const found = await tx.rows<{ id: number }>(blockersAmong, [
    unique(finished.map(({ project_id }) => project_id)),
    unique(finished.map(({ id }) => id)),
  ]);
  blockersOfBatch.set(tx, new Set(found.map(({ id }) => id)));
}

async function consume(tx: Tx, event: DomainEvent): Promise<void> {
  if (event.type === "column.updated") {
    const { id, project_id, kind, progress } = event.data;
    if (kind !== "done" || !progress) return;
    const blockers = await tx.rows<{ id: number }>(blockersInColumn, [id, Object.keys(progress).map(Number)]);
    return notifyOfUnblocked(tx, event, project_id, blockers);
  }
  const task = finishedTaskOf(event);
  if (task && blockersOfBatch.get(tx)?.has(task.id)) await notifyOfUnblocked(tx, event, task.project_id, [task]);
}

/** Maximum number of users notified about unblocked tasks. Once it is reached, further tasks are skipped. */
const maxUnblockedRecipients = 2_000;

/**
 * Notifies watchers of tasks that are now unblocked. All tasks of a board may depend on one task and be assigned to large groups, so only
 * the first 100 tasks are reported.
 */
async function notifyOfUnblocked(
  tx: Tx,
  event: DomainEvent,
  projectId: number,
  blockers: readonly { id: number }[],
): Promise<void> {
  if (blockers.length === 0) return;
  const messages: NotificationMessage[] = [];
  let notified = 0;
  for (const task of await tasksUnblockedBy(
    tx,
    blockers.map(({ id }) => id),
    projectId,
  )) {
    if (notified >= maxUnblockedRecipients) break;
    const people = await followersOf(tx, task.id);
    notified += people.length;
    const values = { sender: senderOf(event), key: task.key, title: task.title, blocker: task.blocker };
    const about = { path: taskPath(task.id), subject: task.key, taskId: task.id, projectId };
    messages.push({ kind: "task.unblocked", people, values, ...about });
  }
  await notifyProjectViewers(tx, event, projectId, messages);
}

/** Archiving, deleting or relocating a blocker also unblocks tasks, but isn't reported, because the work wasn't finished. */
export const unblockedConsumer: Consumer = {
  name: "notifications.unblocked",
  events: ["task.moved", "task.updated", "subtask.created", "subtask.updated", "subtask.deleted", "column.updated"],
  prepare: readBlockers,
  consume,
};
