import { projectStream } from "../../shared/kernel/events";
import { progressAfterMove } from "../../shared/tasks/tasks.progress.rules";
import { freshRanks, needsRebalance, ranksBetween } from "../../shared/tasks/tasks.rank.rules";
import type { ColumnKind } from "../../shared/tasks/tasks.schema";
import type { Tx } from "../platform/database/unit-of-work";
import { placeTasks } from "./tasks.change.sql";
import type { TaskRow } from "./tasks.policy";
import { neighbours, ranksOfColumn, setRanks } from "./tasks.sql";

export interface LockedColumn {
  id: number;
  projectId: number;
  title: string;
  kind: ColumnKind;
}

export interface Place {
  above_id: number | null;
  above_rank: string | null;
  below_id: number | null;
  below_rank: string | null;
}

/** A task on its way into a column. Without neighbours: to the end. */
export interface Placing {
  task: TaskRow;
  column: LockedColumn;
  beforeId: number | null;
  afterId: number | null;
  /** Set together with the move: it wins over what the columns say, unless the new one is for what is done. */
  progress?: number;
  /** Its neighbours, where they were asked for together with the locks: one round trip less. */
  found?: Place;
}

export interface Placed {
  task: TaskRow;
  place: Place;
  moved: boolean;
}

/**
 * Places tasks one after the other, between the neighbours that are named; where they have gone meanwhile, as near as can
 * be. What is to stand together (each names the one before it, or all go to the end of a column) takes one statement.
 * Says each move; restored tasks are told as a whole, by who restores them. Columns and tasks must be locked.
 */
export async function place(tx: Tx, placings: readonly Placing[]): Promise<Placed[]> {
  const placed: Placed[] = [];
  for (const run of runsOf(placings)) placed.push(...(await placeRun(tx, run)));
  return placed;
}

function runsOf(placings: readonly Placing[]): Placing[][] {
  const runs: Placing[][] = [];
  for (const placing of placings) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    if (run && last && last.column.id === placing.column.id && follows(last, placing)) run.push(placing);
    else runs.push([placing]);
  }
  return runs;
}

function follows(last: Placing, next: Placing): boolean {
  if (next.beforeId !== null) return next.beforeId === last.task.id;
  return next.afterId === null && last.beforeId === null && last.afterId === null;
}

async function placeRun(tx: Tx, run: readonly Placing[]): Promise<Placed[]> {
  const [{ column, beforeId, afterId, found: known }] = run as [Placing];
  const ids = run.map(({ task }) => task.id);
  const found = known ?? (await placeIn(tx, column.id, beforeId, afterId, ids));
  if (alreadyThere(run, column, found)) return run.map(({ task }) => ({ task, place: found, moved: false }));
  const ranks = ranksBetween(found.above_rank, found.below_rank, run.length);
  const moved = run.map((placing, at) => afterMove(placing, ranks[at] as string));
  tx.send(placeTasks, [
    column.id,
    ids,
    ranks,
    moved.map((task) => task.progress),
    run.map(({ task }) => task.archived),
  ]);
  run.forEach(({ task }, at) => {
    if (task.archived) return;
    const { rank } = moved[at] as TaskRow;
    tx.emit("task.moved", projectStream(task.projectId), { ...movedEvent(task, moved[at] as TaskRow), rank });
  });
  const fresh = ranks.some(needsRebalance) ? await rebalance(tx, column) : {};
  return moved.map((task) => ({ task: { ...task, rank: fresh[task.id] ?? task.rank }, place: found, moved: true }));
}

/** What lies above and below a place in a column that is locked. Without neighbours: the end. */
export async function placeIn(
  tx: Tx,
  columnId: number,
  beforeId: number | null | undefined,
  afterId: number | null | undefined,
  ids: readonly number[],
): Promise<Place> {
  const found = await tx.one<Place>(neighbours, [columnId, beforeId ?? null, afterId ?? null, ids]);
  return found ?? { above_id: null, above_rank: null, below_id: null, below_rank: null };
}

/** Whether they stand in the column in this order, with nothing between them. */
function alreadyThere(run: readonly Placing[], column: LockedColumn, { above_rank, below_rank }: Place): boolean {
  if (run.some(({ task }) => task.archived || task.columnId !== column.id)) return false;
  const ranks = [above_rank, ...run.map(({ task }) => task.rank), below_rank].filter((rank) => rank !== null);
  return ranks.every((rank, at) => at === 0 || (ranks[at - 1] as string) < rank);
}

function afterMove({ task, column, progress }: Placing, rank: string): TaskRow {
  const after = inColumn(task, column);
  return { ...after, rank, progress: column.kind === "done" ? after.progress : (progress ?? after.progress) };
}

/** The task as a move into a column leaves it, but for its rank. */
export const inColumn = (task: TaskRow, column: Pick<LockedColumn, "id" | "kind">): TaskRow => ({
  ...task,
  columnId: column.id,
  columnKind: column.kind,
  progress: progressAfterMove(task, task.columnKind, column.kind),
  version: task.version + 1,
  archived: false,
});

/** What is told of a move, but for the rank: where the database finds that, it adds it. */
export const movedEvent = (before: TaskRow, { id, projectId, key, title, columnId, version, progress }: TaskRow) => ({
  id,
  project_id: projectId,
  key,
  title,
  task_status_id: columnId,
  version,
  progress,
  from_task_status_id: before.columnId,
});

/** Gives a whole column short ranks again; the order stays. */
async function rebalance(tx: Tx, column: LockedColumn): Promise<Record<number, string>> {
  const rows = await tx.rows<{ id: number; rank: string }>(ranksOfColumn, [column.id]);
  const fresh = freshRanks(rows.length);
  const ids = rows.map((row) => row.id);
  tx.send(setRanks, [column.id, ids, fresh]);
  const ranks = Object.fromEntries(ids.map((id, index) => [id, fresh[index] as string]));
  tx.emit("column.rebalanced", projectStream(column.projectId), {
    id: column.id,
    project_id: column.projectId,
    ranks,
  });
  return ranks;
}
