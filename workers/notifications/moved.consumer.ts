import type { Message } from "../../server/notifications/tell.service";
import { sql, type Tx } from "../../server/platform/database/unit-of-work";
import { columnsOf, followersOf, type NamedColumn, unblockedBy, without } from "./notifications.recipients";
import { consumer, type Event, senderOf, taskPath, tell, tellOfTask } from "./notifications.tell";

const isWanted = sql(
  "notifications.isWanted",
  `SELECT EXISTS (SELECT FROM notification_preference WHERE tenant_id = current_tenant() AND topics ? $1) AS wanted`,
);
const blockers = sql(
  "notifications.blockers",
  `SELECT DISTINCT blocker_id AS id FROM task_blocker
   WHERE tenant_id = current_tenant() AND project_id = ANY($1) AND blocker_id = ANY($2)`,
);

interface Known {
  /** Whether anybody wants to hear of moves at all. */
  wanted: boolean;
  columns: ReadonlyMap<number, NamedColumn>;
  /** Tasks that others wait for. */
  blockers: ReadonlySet<number>;
}

const known = new WeakMap<Tx, Known>();

const isElsewhere = ({ data }: Event<"task.moved">) => data.task_status_id !== data.from_task_status_id;

/** The most frequent of all events, of which nearly nobody wants to hear beside the board: three reads for a batch. */
async function readForAll(tx: Tx, events: readonly Event<"task.moved">[]): Promise<void> {
  const moves = events.filter(isElsewhere).map(({ data }) => data);
  if (moves.length === 0) return;
  const ids = (pick: (move: (typeof moves)[number]) => number[]) => [...new Set(moves.flatMap(pick))];
  const [heard, columns, waitedFor] = await Promise.all([
    tx.one<{ wanted: boolean }>(isWanted, ["moved"]),
    columnsOf(
      tx,
      ids((move) => [move.task_status_id, move.from_task_status_id]),
    ),
    tx.rows<{ id: number }>(blockers, [ids((move) => [move.project_id]), ids((move) => [move.id])]),
  ]);
  known.set(tx, {
    wanted: heard?.wanted ?? false,
    columns: new Map(columns.map((column) => [column.id, column])),
    blockers: new Set(waitedFor.map(({ id }) => id)),
  });
}

async function taskMoved(tx: Tx, event: Event<"task.moved">): Promise<void> {
  const batch = known.get(tx);
  if (!batch || !isElsewhere(event)) return;
  const { id, task_status_id, from_task_status_id } = event.data;
  const to = batch.columns.get(task_status_id);
  if (!to) return;
  if (batch.wanted) {
    const people = await followersOf(tx, id);
    if (without(people, [event.actor?.id ?? 0]).length > 0)
      await tellOfTask(tx, event, event.data, [{ kind: "task.moved", people, values: { column: to.title } }]);
  }
  const wasDone = batch.columns.get(from_task_status_id)?.kind === "done";
  if (to.kind === "done" && !wasDone && batch.blockers.has(id)) await tellOfUnblocked(tx, event);
}

/** Of tasks that waited for one; no further once so many people are told, each of each. */
const mostToldOfUnblocked = 2_000;

/**
 * Who follows a task that nothing blocks any more. A whole board may wait for one task, and be given to a group of hundreds: millions
 * of lines, and the end of the process. The first hundred are told of.
 */
async function tellOfUnblocked(tx: Tx, event: Event<"task.moved">): Promise<void> {
  const { id, project_id, key } = event.data;
  const messages: Message[] = [];
  let told = 0;
  for (const task of await unblockedBy(tx, id, project_id)) {
    if (told >= mostToldOfUnblocked) break;
    const people = await followersOf(tx, task.id);
    told += people.length;
    const values = { sender: senderOf(event), key: task.key, title: task.title, blocker: key };
    const about = { path: taskPath(task.id), subject: task.key, taskId: task.id, projectId: project_id };
    messages.push({ kind: "task.unblocked", people, values, ...about });
  }
  await tell(tx, event, project_id, messages);
}

export const movedConsumer = consumer("task.moved", taskMoved, readForAll);
