import { type Actor, projectStream } from "../../../shared/kernel/events";
import { finishesTask, progressAfterMove } from "../../../shared/work/tasks/tasks.progress.rules";
import { createInitialRanks, needsRebalance, ranksBetween } from "../../../shared/work/tasks/tasks.rank.rules";
import type { ColumnKind } from "../../../shared/work/tasks/tasks.schema";
import type { Tx } from "../../platform/database/unit-of-work";
import { placeTasks } from "./tasks.change.sql";
import type { TaskRow } from "../access/tasks.policy";
import { selectNeighbourRanks, ranksOfColumn, setRanks } from "./tasks.sql";

export interface LockedColumn {
  id: number;
  projectId: number;
  title: string;
  kind: ColumnKind;
  /** Whether a task needs values of the project's fields to enter the column. */
  requiresFields: boolean;
}

export interface RankNeighbours {
  above_id: number | null;
  above_rank: string | null;
  below_id: number | null;
  below_rank: string | null;
}

/** A task to be placed in a column, at the end unless neighbors are set. */
export interface Placement {
  task: TaskRow;
  column: LockedColumn;
  beforeId: number | null;
  afterId: number | null;
  /** Progress requested with the move. It overrides the progress implied by the column, unless the column is for completed tasks. */
  progress?: number;
  /** The user who moves the task, if other than the transaction's user. */
  by?: Actor;
  /** Neighbors that were already read together with the locks, which saves a round trip. */
  found?: RankNeighbours;
}

export interface PlacedTask {
  task: TaskRow;
  place: RankNeighbours;
  moved: boolean;
}

/**
 * Places tasks sequentially between the requested neighbors, or as near as possible if the neighbors have moved. Consecutive tasks (each
 * after the previous one, or all at the end of a column) are placed together. Emits each move, except that the caller emits the whole card
 * of a restored task. Columns and tasks must be locked.
 */
export async function placeInColumns(tx: Tx, placings: readonly Placement[]): Promise<PlacedTask[]> {
  const placed: PlacedTask[] = [];
  const pendingRanks = new WrittenPlaces(tx);
  for (const run of runsOf(placings)) placed.push(...(await placeRun(tx, run, pendingRanks)));
  pendingRanks.send();
  return placed;
}

/**
 * Collects places to write in one statement and tracks what they make outdated. Neighbors read before are used only if neither they nor the
 * tasks to be placed were placed, became neighbors or were rebalanced since.
 */
class WrittenPlaces {
  private readonly touched = new Set<number | string>();
  private readonly rebalanced = new Map<number, string>();
  private rows: { task: TaskRow; restored: boolean }[] = [];

  constructor(private readonly tx: Tx) {}

  stillApply({ above_id, below_id }: RankNeighbours, run: readonly Placement[]): boolean {
    const [{ column, beforeId, afterId }] = run as [Placement];
    const ids = run.map(({ task }) => task.id);
    if (ids.some((id) => id === above_id || id === below_id)) return false;
    return ![...ids, beforeId ?? 0, afterId ?? 0, ...edgesOf(column, above_id, below_id)].some((id) =>
      this.touched.has(id),
    );
  }

  add(run: readonly Placement[], moved: readonly TaskRow[], { above_id, below_id }: RankNeighbours): void {
    const [{ column }] = run as [Placement];
    for (const id of edgesOf(column, above_id, below_id)) this.touched.add(id);
    for (const [at, task] of moved.entries()) {
      this.touched.add(task.id);
      this.rows.push({ task, restored: Boolean(run[at]?.task.archived) });
    }
  }

  /** Returns the placements with the current ranks of their tasks. */
  current(run: readonly Placement[]): readonly Placement[] {
    if (this.rebalanced.size === 0) return run;
    return run.map((each) => ({ ...each, task: { ...each.task, rank: this.rankOf(each.task) } }));
  }

  rankOf = ({ id, rank }: TaskRow): string => this.rebalanced.get(id) ?? rank;

  async rebalance({ column, by }: Placement): Promise<void> {
    this.send();
    for (const [id, rank] of await rebalance(this.tx, column, by)) {
      this.touched.add(id);
      this.rebalanced.set(id, rank);
    }
  }

  send(): void {
    if (this.rows.length === 0) return;
    const places = this.rows.map(({ task: { id, columnId, rank, progress }, restored }) => [
      id,
      { target: columnId, rank, progress, restored },
    ]);
    this.tx.send(placeTasks, [JSON.stringify(Object.fromEntries(places))]);
    this.rows = [];
  }
}

const edgesOf = (column: LockedColumn, above: number | null, below: number | null) => [
  above ?? `top of ${column.id}`,
  below ?? `end of ${column.id}`,
];

function runsOf(placings: readonly Placement[]): Placement[][] {
  const runs: Placement[][] = [];
  for (const placing of placings) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    if (run && last && last.column.id === placing.column.id && follows(last, placing)) run.push(placing);
    else runs.push([placing]);
  }
  return runs;
}

function follows(last: Placement, next: Placement): boolean {
  if (next.beforeId !== null) return next.beforeId === last.task.id;
  return next.afterId === null && last.beforeId === null && last.afterId === null;
}

async function placeRun(
  tx: Tx,
  requestedRun: readonly Placement[],
  pendingRanks: WrittenPlaces,
): Promise<PlacedTask[]> {
  const run = pendingRanks.current(requestedRun);
  const [{ column, beforeId, afterId, found: knownNeighbors }] = run as [Placement];
  const ids = run.map(({ task }) => task.id);
  const applies = knownNeighbors && pendingRanks.stillApply(knownNeighbors, run);
  if (!applies) pendingRanks.send();
  const found = applies ? knownNeighbors : await findNeighbours(tx, column.id, beforeId, afterId, ids);
  if (isInPlace(run, column, found))
    return placesOf(
      run.map(({ task }) => task),
      found,
      false,
    );
  const ranks = ranksBetween(found.above_rank, found.below_rank, run.length);
  const moved = run.map((placing, at) => afterMove(placing, ranks[at] as string));
  pendingRanks.add(run, moved, found);
  run.forEach(({ task, by }, at) => {
    if (task.archived) return;
    const { rank } = moved[at] as TaskRow;
    tx.emit("task.moved", projectStream(task.projectId), { ...movedEvent(task, moved[at] as TaskRow), rank }, by);
  });
  if (ranks.some(needsRebalance)) await pendingRanks.rebalance(run[0] as Placement);
  return placesOf(
    moved.map((task) => ({ ...task, rank: pendingRanks.rankOf(task) })),
    found,
    true,
  );
}

/** Returns consecutive tasks with their neighbors at the time each was placed. */
const placesOf = (tasks: readonly TaskRow[], found: RankNeighbours, moved: boolean): PlacedTask[] =>
  tasks.map((task, at) => {
    const last = tasks[at - 1];
    return { task, place: last ? { ...found, above_id: last.id, above_rank: last.rank } : found, moved };
  });

/** Finds the neighbors of a position in a locked column. Without `beforeId` and `afterId`, finds the neighbors of the column's end. */
export async function findNeighbours(
  tx: Tx,
  columnId: number,
  beforeId: number | null | undefined,
  afterId: number | null | undefined,
  ids: readonly number[],
): Promise<RankNeighbours> {
  const found = await tx.one<RankNeighbours>(selectNeighbourRanks, [columnId, beforeId ?? null, afterId ?? null, ids]);
  return found ?? { above_id: null, above_rank: null, below_id: null, below_rank: null };
}

/** Whether the tasks are already consecutive at the target position in this order. */
function isInPlace(
  run: readonly Placement[],
  column: LockedColumn,
  { above_rank, below_rank }: RankNeighbours,
): boolean {
  if (run.some(({ task }) => task.archived || task.columnId !== column.id)) return false;
  const ranks = [above_rank, ...run.map(({ task }) => task.rank), below_rank].filter((rank) => rank !== null);
  return ranks.every((rank, at) => at === 0 || (ranks[at - 1] as string) < rank);
}

function afterMove({ task, column, progress }: Placement, rank: string): TaskRow {
  const after = movedToColumn(task, column);
  return { ...after, rank, progress: column.kind === "done" ? after.progress : (progress ?? after.progress) };
}

/** Returns the task as moved into a column, except its rank. */
export const movedToColumn = (task: TaskRow, column: Pick<LockedColumn, "id" | "kind">): TaskRow => ({
  ...task,
  columnId: column.id,
  columnKind: column.kind,
  progress: progressAfterMove(task, task.columnKind, column.kind),
  version: task.version + 1,
  archived: false,
});

/** Event data of a move without the rank, which the database adds. */
const movedEvent = (before: TaskRow, after: TaskRow) => ({
  id: after.id,
  project_id: after.projectId,
  key: after.key,
  title: after.title,
  task_status_id: after.columnId,
  version: after.version,
  progress: after.progress,
  from_task_status_id: before.columnId,
  ...(finishesTask(before, after) && { finished: true }),
});

/** Assigns new, short ranks to a whole column in the same order. @returns the ranks by task. */
async function rebalance(tx: Tx, column: LockedColumn, by?: Actor): Promise<ReadonlyMap<number, string>> {
  const rows = await tx.rows<{ id: number; rank: string }>(ranksOfColumn, [column.id]);
  const fresh = createInitialRanks(rows.length);
  const ids = rows.map((row) => row.id);
  tx.send(setRanks, [column.id, ids, fresh]);
  const ranks = new Map(ids.map((id, index) => [id, fresh[index] as string]));
  const data = { id: column.id, project_id: column.projectId, ranks: Object.fromEntries(ranks) };
  tx.emit("column.rebalanced", projectStream(column.projectId), data, by);
  return ranks;
}
