import type { Failure } from "../../client/tasks/board/state/board.messages";
import { indexOf, type Place } from "../../client/tasks/board/state/board.place";
import type { Answer } from "../../client/tasks/board/state/board.queue";
import type { PendingChange } from "../../client/tasks/board/state/board.pending";
import type { DomainEvent } from "../../shared/domain-events";
import type { Actor } from "../../shared/kernel/events";
import type { ChangedTask } from "../../shared/tasks/bulk.contract";
import type { BoardTask } from "../../shared/tasks/tasks.contract";
import { rankBetween } from "../../shared/tasks/tasks.rank.rules";
import type { TaskChangeInput } from "../../shared/tasks/tasks.schema";
import { BoardStory } from "./board-story";
import type { Step } from "./board-story.steps";
import { person } from "./board-world";

export const me = person(1);
export const other = person(2);

type Refused = Extract<Failure, { kind: "refused" }>;

/** What a change is about, as the server's own question about a version that is behind puts it. */
interface Touching {
  id: number;
  version: number | undefined;
  fields: readonly string[];
  place: boolean;
  archive: boolean;
}

interface Standing {
  columnId: number;
  above: number | null;
  below: number | null;
}

/** From the top of each column; what didn't stand on the board comes last. */
const orderOf = (stood: ReadonlyMap<number, Standing>, id: number) => {
  const at = [...stood.keys()].indexOf(id);
  return at < 0 ? stood.size : at;
};

/**
 * The server's side of a board for client tests: takes changes, refuses them by the rules of `server/tasks`, and writes a
 * log. tests/tasks/fake-task-server.test.ts holds it against the real server, command by command.
 */
export class FakeTaskServer {
  readonly story: BoardStory;
  readonly log: DomainEvent[] = [];

  constructor(tasksPerColumn = 3) {
    this.story = new BoardStory(tasksPerColumn);
  }

  happens(step: Step, actor: Actor): DomainEvent[] {
    const events = this.story.tell(step, actor);
    this.log.push(...events);
    return events;
  }

  /** @throws Failure as the client's effects would make it of the server's answer. */
  serve(pending: PendingChange, actor: Actor): Answer {
    switch (pending.kind) {
      case "move":
        return this.serveMove(pending, actor);
      case "create": {
        const column = this.story.columnIds.indexOf(pending.to.columnId);
        const [event] = this.happens({ kind: "create", column, title: pending.task.title }, actor);
        return { kind: "task", task: event?.data as BoardTask };
      }
      case "archive":
        if (!this.story.known(pending.taskId)) throw this.refusal(404, "notFound", pending);
        // Twice is as good as once.
        if (this.story.task(pending.taskId)) this.archive(pending.taskId, actor);
        return { kind: "yes" };
      case "change":
        return this.serveChanges(pending, actor);
      case "sort":
        this.happens({ kind: "sort", column: this.story.columnIds.indexOf(pending.columnIds.at(-1) as number) }, actor);
        return { kind: "yes" };
    }
  }

  refusal(status: number, code: string, pending: PendingChange): Refused {
    const id =
      pending.kind === "change" ? pending.changes[0]?.id : pending.kind === "sort" ? undefined : pending.taskId;
    const record = id === undefined ? null : structuredClone(this.story.known(id) ?? null);
    return { kind: "refused", status, code, message: `refused: ${code}`, record, requestId: null };
  }

  private serveMove(pending: Extract<PendingChange, { kind: "move" }>, actor: Actor): Answer {
    const { taskId: id, to, version } = pending;
    const task = this.story.task(id);
    if (!this.story.known(id)) throw this.refusal(404, "notFound", pending);
    if (!task) throw this.refusal(409, "task.archived", pending);
    if (this.whoTouched({ id, version, fields: [], place: true, archive: false }, null)) {
      throw this.refusal(409, "task.stale", pending);
    }
    this.place(id, to, actor);
    const { task_status_id, rank, version: made, progress } = task;
    return { kind: "move", task_status_id, rank, version: made, progress };
  }

  /** All or nothing, and how it is taken back. */
  private serveChanges(pending: Extract<PendingChange, { kind: "change" }>, actor: Actor): Answer {
    if (pending.changes.some(({ id }) => !this.story.known(id))) throw this.refusal(404, "notFound", pending);
    for (const change of pending.changes) {
      const archived = !this.story.task(change.id);
      if (archived && change.archived !== false && (change.title !== undefined || change.task_status_id)) {
        throw this.refusal(409, "task.archived", pending);
      }
    }
    for (const change of pending.changes) {
      const by = this.whoTouched(this.touchedBy(change), pending.undoing ? actor.id : null);
      if (by) throw { ...this.refusal(409, "task.stale", pending), by };
    }
    const stood = this.standing(pending.changes.map(({ id }) => id));
    const tasks = pending.changes.map((change) => this.serveChange(change, stood.get(change.id), actor));
    return { kind: "changed", tasks: tasks.toSorted((a, b) => orderOf(stood, a.id) - orderOf(stood, b.id)) };
  }

  /** Where they stood before any of them went: whoever goes back first is the neighbour of the next. */
  private standing(going: readonly number[]): Map<number, Standing> {
    const found = this.story.columnIds.flatMap((columnId) => {
      const ids = this.story.taskIds(columnId);
      const left = ids.filter((id) => !going.includes(id));
      return ids.flatMap((id, at): [number, Standing][] => {
        const below = left.find((other) => ids.indexOf(other) > at) ?? null;
        return going.includes(id) ? [[id, { columnId, above: ids[at - 1] ?? null, below }]] : [];
      });
    });
    return new Map(found);
  }

  private touchedBy(change: TaskChangeInput): Touching {
    const { id, version, title, archived, task_status_id, before_id, after_id } = change;
    const task = this.story.known(id);
    const onBoard = this.story.task(id) !== undefined;
    const named = before_id !== undefined || after_id !== undefined;
    const moves = task_status_id !== undefined && (named || task_status_id !== task?.task_status_id);
    return {
      id,
      version: version ?? undefined,
      fields: title !== undefined && title !== task?.title ? ["title"] : [],
      place: archived === false ? !onBoard : moves,
      archive: archived !== undefined,
    };
  }

  /**
   * Who changed a task in the same respect after the version that was seen; null where nobody did.
   * `except`: the person whose own changes don't count.
   */
  private whoTouched({ id, version, fields, place, archive }: Touching, except: number | null): Actor | null {
    const task = this.story.known(id);
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

  private serveChange(change: TaskChangeInput, stood: Standing | undefined, actor: Actor): ChangedTask {
    const { id, archived, task_status_id, before_id, after_id, title } = change;
    const { place } = this.touchedBy(change);
    const was = structuredClone(this.story.task(id));
    const undo: TaskChangeInput = { id };
    const back = () =>
      Object.assign(undo, { task_status_id: stood?.columnId, before_id: stood?.above, after_id: stood?.below });
    if (title !== undefined && title !== this.story.known(id)?.title) {
      undo.title = this.story.known(id)?.title;
      this.happens({ kind: "retitle", id, title }, actor);
    }
    if (archived === false && !was) {
      const columnId = task_status_id ?? this.story.known(id)?.task_status_id ?? 0;
      const rank = this.rankAt(id, { columnId, beforeId: before_id ?? null, afterId: after_id ?? null });
      if (rank === null) throw new Error("What comes out of the archive is placed anew");
      this.happens({ kind: "restore", task: this.story.indexOfArchived(id), columnId, rank }, actor);
      undo.archived = true;
    }
    if (was && place && task_status_id) {
      this.place(id, { columnId: task_status_id, beforeId: before_id ?? null, afterId: after_id ?? null }, actor);
      back();
    }
    if (archived === true && was) {
      this.archive(id, actor);
      undo.archived = false;
      back();
    }
    const task = structuredClone(this.story.task(id) ?? null);
    const version = this.story.known(id)?.version ?? 1;
    return { id, version, task, undo: { ...undo, version } };
  }

  /** The rank between the neighbours that are named; null where the task is there already. */
  private rankAt(id: number, to: Place): string | null {
    const others = this.story.ranked(to.columnId, id);
    const at = indexOf(
      others.map((task) => task.id),
      to,
    );
    const [above, below] = [others[at - 1]?.rank ?? null, others[at]?.rank ?? null];
    const task = this.story.task(id);
    const there = task?.task_status_id === to.columnId;
    if (there && (above === null || above < task.rank) && (below === null || task.rank < below)) return null;
    return rankBetween(above, below);
  }

  private place(id: number, to: Place, actor: Actor): void {
    const rank = this.rankAt(id, to);
    if (rank !== null) this.happens({ kind: "place", id, columnId: to.columnId, rank }, actor);
  }

  private archive(id: number, actor: Actor): void {
    this.happens({ kind: "archive", task: this.story.indexOfTask(id) }, actor);
  }
}
