import type { BodyOf } from "../../shared/kernel/endpoint";
import { projectStream } from "../../shared/kernel/events";
import type * as contract from "../../shared/tasks/tasks.contract";
import { longestRank } from "../../shared/tasks/tasks.rank.rules";
import { sql, type Tx } from "../platform/database/unit-of-work";
import type { Actor } from "../platform/session";
import { inColumn, type LockedColumn, movedEvent } from "./tasks.move";
import type { Moved } from "./tasks.one";
import { mayOnTask, taskAhead, type TaskRow } from "./tasks.policy";
import { awaitedLater } from "../platform/awaited-later";

const columnSeen = sql(
  "columns.seen",
  `SELECT id, project_id AS "projectId", kind FROM task_status WHERE tenant_id = current_tenant() AND id = $1`,
);
type ColumnSeen = Pick<LockedColumn, "id" | "projectId" | "kind">;

type Asked = (actor: Actor) => Promise<[TaskRow, ColumnSeen | undefined]>;
const asked = new WeakMap<Tx, Asked>();

/** Asks for the card and the column along with whose call it is: a round trip less. */
export function askForMove(tx: Tx, id: number, columnId: number): Asked {
  const task = taskAhead(tx, id);
  const column = awaitedLater(tx.one<ColumnSeen>(columnSeen, [columnId]));
  const both: Asked = (actor) => Promise.all([task(actor), column]);
  asked.set(tx, both);
  return both;
}

/** What the card and the column were seen as, where it should go, and what is told of it. */
const moveTask = sql(
  "tasks.move",
  `SELECT above_id, below_id, rank, event_id AS id, revision, at
   FROM move_task($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
);
interface MovedRow {
  above_id: number | null;
  below_id: number | null;
  rank: string;
  /** The event's. */
  id: number;
  revision: number;
  at: Date;
}

/**
 * The usual move: the card and the column are read, and what they were seen as goes along with the one message that locks,
 * places, tells and commits (migrations/0234-move-in-one-write.ts). So no lock waits for this process.
 * @returns undefined when something about it isn't usual, a refusal included: nothing is locked or done then.
 * @throws Problem 404; Overtaken when somebody else was faster, or it stands there already: the work runs again.
 */
export async function moveAtOnce(
  tx: Tx,
  actor: Actor,
  id: number,
  input: BodyOf<typeof contract.moveTask>,
): Promise<Moved | undefined> {
  const [task, column] = await (asked.get(tx) ?? askForMove(tx, id, input.task_status_id))(actor);
  const isBehind = input.version !== undefined && input.version < task.version;
  if (task.archived || isBehind || column?.projectId !== task.projectId) return undefined;
  if (!mayOnTask(actor, "move", task)) return undefined;

  const after = inColumn(task, column);
  const event = movedEvent(task, after);
  const seen = [task.version, task.subtask_count, task.subtask_done_count, task.projectId, column.id, column.kind];
  const place = [input.before_id ?? null, input.after_id ?? null];
  const { rank, above_id, below_id } = await tx.finish<MovedRow>(
    moveTask,
    [id, ...seen, ...place, after.progress, longestRank, actor.id, JSON.stringify(event)],
    (row) => ({ type: "task.moved", stream: projectStream(task.projectId), data: { ...event, rank: row.rank } }),
  );
  const { version, progress } = after;
  return { id, task_status_id: column.id, rank, version, progress, before_id: above_id, after_id: below_id };
}
