import { ProblemError } from "../../client/platform/problem-error";
import { indexOf, type CardPosition } from "../../client/work/tasks/pending/card-position";
import type { SendReply } from "../../client/work/tasks/pending/task-queue.rules";
import type { PendingChange } from "../../client/work/tasks/pending/task-changes";
import { type Actor, type DomainEvent } from "../../shared/kernel/events";
import type { ChangedTask } from "../../shared/work/tasks/bulk.contract";
import type { BoardTask } from "../../shared/work/tasks/tasks.contract";
import { rankBetween } from "../../shared/work/tasks/tasks.rank.rules";
import type { TaskChangeInput } from "../../shared/work/tasks/tasks.schema";
import { BoardSimulation } from "./board-simulation";
import type { SimulationStep } from "./board-simulation.steps";
import { simulatedPerson } from "./simulated-board";

export const ownUser = simulatedPerson(1);
export const otherUser = simulatedPerson(2);

/** A change whose version is checked for staleness. */
interface ChangeTarget {
  id: number;
  version: number | undefined;
  fields: readonly string[];
  place: boolean;
  archive: boolean;
}

interface PlacedTask {
  columnId: number;
  above: number | null;
  below: number | null;
}

const orderOf = (previousTasks: ReadonlyMap<number, PlacedTask>, id: number) => {
  const at = [...previousTasks.keys()].indexOf(id);
  return at < 0 ? previousTasks.size : at;
};

/**
 * The server side of a board for client tests: applies or refuses changes by the rules of `server/work/tasks` and logs events.
 * tests/work/tasks/fake-task-server.test.ts compares it with the real server, command by command.
 */
export class FakeTaskServer {
  readonly simulation: BoardSimulation;
  readonly log: DomainEvent[] = [];

  constructor(tasksPerColumn = 3) {
    this.simulation = new BoardSimulation(tasksPerColumn);
  }

  apply(step: SimulationStep, actor: Actor): DomainEvent[] {
    const events = this.simulation.apply(step, actor);
    this.log.push(...events);
    return events;
  }

  /** @throws ProblemError */
  serve(pending: PendingChange, actor: Actor): SendReply {
    switch (pending.kind) {
      case "move":
        return this.serveMove(pending, actor);
      case "create": {
        const column = this.simulation.columnIds.indexOf(pending.to.columnId);
        const [event] = this.apply({ kind: "create", column, title: pending.task.title }, actor);
        return { kind: "task", task: event?.data as BoardTask };
      }
      case "archive":
        if (!this.simulation.known(pending.taskId)) throw this.refusal(404, "notFound", pending);
        // Idempotent: archiving an archived task succeeds.
        if (this.simulation.task(pending.taskId)) this.archive(pending.taskId, actor);
        return { kind: "yes" };
      case "change":
        return this.serveChanges(pending, actor);
      case "sort":
        this.apply(
          { kind: "sort", column: this.simulation.columnIds.indexOf(pending.columnIds.at(-1) as number) },
          actor,
        );
        return { kind: "yes" };
    }
  }

  refusal(status: number, code: string, pending: PendingChange, by: Actor | null = null): ProblemError {
    const id =
      pending.kind === "change" ? pending.changes[0]?.id : pending.kind === "sort" ? undefined : pending.taskId;
    const record = id === undefined ? null : structuredClone(this.simulation.known(id) ?? null);
    return new ProblemError(status, code as ProblemError["code"], `refused: ${code}`, {}, record, null, by);
  }

  private serveMove(pending: Extract<PendingChange, { kind: "move" }>, actor: Actor): SendReply {
    const { taskId: id, to, version } = pending;
    const task = this.simulation.task(id);
    if (!this.simulation.known(id)) throw this.refusal(404, "notFound", pending);
    if (!task) throw this.refusal(409, "task.archived", pending);
    if (this.whoTouched({ id, version, fields: [], place: true, archive: false }, null)) {
      throw this.refusal(409, "task.stale", pending);
    }
    this.place(id, to, actor);
    const { task_status_id, rank, version: newVersion, progress } = task;
    return { kind: "move", task_status_id, rank, version: newVersion, progress };
  }

  private serveChanges(pending: Extract<PendingChange, { kind: "change" }>, actor: Actor): SendReply {
    if (pending.changes.some(({ id }) => !this.simulation.known(id))) throw this.refusal(404, "notFound", pending);
    for (const change of pending.changes) {
      const archived = !this.simulation.task(change.id);
      if (archived && change.archived !== false && (change.title !== undefined || change.task_status_id)) {
        throw this.refusal(409, "task.archived", pending);
      }
    }
    for (const change of pending.changes) {
      const by = this.whoTouched(this.touchedBy(change), pending.undoing ? actor.id : null);
      if (by) throw this.refusal(409, "task.stale", pending, by);
    }
    const previousTasks = this.standing(pending.changes.map(({ id }) => id));
    const tasks = pending.changes.map((change) => this.serveChange(change, previousTasks.get(change.id), actor));
    return {
      kind: "changed",
      tasks: tasks.toSorted((a, b) => orderOf(previousTasks, a.id) - orderOf(previousTasks, b.id)),
    };
  }

  /** Positions before any task was removed: the first task restored is a neighbor of the next one. */
  private standing(going: readonly number[]): Map<number, PlacedTask> {
    const found = this.simulation.columnIds.flatMap((columnId) => {
      const ids = this.simulation.taskIds(columnId);
      const left = ids.filter((id) => !going.includes(id));
      return ids.flatMap((id, at): [number, PlacedTask][] => {
        const below = left.find((other) => ids.indexOf(other) > at) ?? null;
        return going.includes(id) ? [[id, { columnId, above: ids[at - 1] ?? null, below }]] : [];
      });
    });
    return new Map(found);
  }

  private touchedBy(change: TaskChangeInput): ChangeTarget {
    const { id, version, title, archived, task_status_id, before_id, after_id } = change;
    const task = this.simulation.known(id);
    const onBoard = this.simulation.task(id) !== undefined;
    const hasNeighbor = before_id !== undefined || after_id !== undefined;
    const moves = task_status_id !== undefined && (hasNeighbor || task_status_id !== task?.task_status_id);
    return {
      id,
      version: version ?? undefined,
      fields: title !== undefined && title !== task?.title ? ["title"] : [],
      place: archived === false ? !onBoard : moves,
      archive: archived !== undefined,
    };
  }

  /** The actor who changed the same aspect of a task after the given version, or null. Changes by the actor `except` don't count. */
  private whoTouched({ id, version, fields, place, archive }: ChangeTarget, except: number | null): Actor | null {
    const task = this.simulation.known(id);
    if (version === undefined || !task || version >= task.version) return null;
    const found = this.log.findLast((event) => {
      const data = event.data as { id?: number; version?: number; before?: Record<string, unknown> };
      if (data.id !== id || (data.version ?? 0) <= version || event.actor?.id === except) return false;
      if (event.type === "task.updated") return fields.some((field) => data.before && field in data.before);
      if (place && (event.type === "task.moved" || event.type === "task.restored")) return true;
      return archive && (event.type === "task.archived" || event.type === "task.restored");
    });
    return found?.actor ?? null;
  }

  private serveChange(change: TaskChangeInput, previousPlace: PlacedTask | undefined, actor: Actor): ChangedTask {
    const { id, archived, task_status_id, before_id, after_id, title } = change;
    const { place } = this.touchedBy(change);
    const previousTask = structuredClone(this.simulation.task(id));
    const undo: TaskChangeInput = { id };
    const back = () =>
      Object.assign(undo, {
        task_status_id: previousPlace?.columnId,
        before_id: previousPlace?.above,
        after_id: previousPlace?.below,
      });
    if (title !== undefined && title !== this.simulation.known(id)?.title) {
      undo.title = this.simulation.known(id)?.title;
      this.apply({ kind: "retitle", id, title }, actor);
    }
    if (archived === false && !previousTask) {
      const columnId = task_status_id ?? this.simulation.known(id)?.task_status_id ?? 0;
      const rank = this.rankAt(id, { columnId, beforeId: before_id ?? null, afterId: after_id ?? null });
      if (rank === null) throw new Error("What comes out of the archive is placed anew");
      this.apply({ kind: "restore", task: this.simulation.indexOfArchived(id), columnId, rank }, actor);
      undo.archived = true;
    }
    if (previousTask && place && task_status_id) {
      this.place(id, { columnId: task_status_id, beforeId: before_id ?? null, afterId: after_id ?? null }, actor);
      back();
    }
    if (archived === true && previousTask) {
      this.archive(id, actor);
      undo.archived = false;
      back();
    }
    const task = structuredClone(this.simulation.task(id) ?? null);
    const version = this.simulation.known(id)?.version ?? 1;
    return { id, version, task, undo: { ...undo, version } };
  }

  /** The rank between the neighbors named in `to`; null if the task is already there. */
  private rankAt(id: number, to: CardPosition): string | null {
    const others = this.simulation.ranked(to.columnId, id);
    const at = indexOf(
      others.map((task) => task.id),
      to,
    );
    const [above, below] = [others[at - 1]?.rank ?? null, others[at]?.rank ?? null];
    const task = this.simulation.task(id);
    const isSameColumn = task?.task_status_id === to.columnId;
    if (isSameColumn && (above === null || above < task.rank) && (below === null || task.rank < below)) return null;
    return rankBetween(above, below);
  }

  private place(id: number, to: CardPosition, actor: Actor): void {
    const rank = this.rankAt(id, to);
    if (rank !== null) this.apply({ kind: "place", id, columnId: to.columnId, rank }, actor);
  }

  private archive(id: number, actor: Actor): void {
    this.apply({ kind: "archive", task: this.simulation.indexOfTask(id) }, actor);
  }
}
