import { createActor, fromCallback, fromPromise, SimulatedClock } from "xstate";
import { boardMachine } from "../../client/tasks/board.machine";
import type { BoardEvent, Failure, StreamOrder } from "../../client/tasks/board.messages";
import type { Answer } from "../../client/tasks/board.queue";
import { indexOf, placeOf } from "../../client/tasks/board.place";
import type { Wish } from "../../client/tasks/board.wishes";
import type { DomainEvent } from "../../shared/domain-events";
import type { Actor } from "../../shared/kernel/events";
import { Sequencer } from "../../shared/kernel/streams";
import type { ChangedTask } from "../../shared/tasks/bulk.contract";
import type { BoardReply } from "../../shared/tasks/tasks.contract";
import type { TaskChangeInput } from "../../shared/tasks/tasks.schema";
import { BoardStory, type Step } from "./board-story";
import { person } from "./board-world";

export const me = person(1);
export const other = person(2);

/** The next turn of everything that is only waiting for promises. */
export const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

/**
 * The board machine between a project that is lived through and a network that can be cut: calls are answered when the
 * test says so, events go through the real sequencer in whatever order the test delivers them.
 */
export class FakeBoard {
  readonly story: BoardStory;
  readonly clock = new SimulatedClock();
  readonly log: DomainEvent[] = [];
  readonly orders: StreamOrder[] = [];
  readonly sent: Wish[] = [];
  /** Calls that wait for `answer`; empty while `auto` answers at once. */
  readonly waiting: (() => void)[] = [];
  auto = true;
  /** The server writes at once, its answers wait for `answer`. */
  late = false;
  reachable = true;
  readable = true;
  /** Refuse the next wish with this. */
  refuseNext: { status: number; code: string } | null = null;
  private tell: (event: BoardEvent) => void = () => undefined;
  private sequencer: Sequencer | null = null;
  private asked: number | null = null;
  private gapTimers: (() => void)[] = [];
  readonly actor;

  constructor(tasksPerColumn = 3) {
    this.story = new BoardStory(tasksPerColumn);
    this.actor = createActor(this.machine(), { input: { projectId: 12, me: me.id }, clock: this.clock });
  }

  get context() {
    return this.actor.getSnapshot().context;
  }

  send(event: BoardEvent): void {
    this.actor.send(event);
  }

  async open(): Promise<this> {
    this.actor.start();
    await settle();
    return this;
  }

  /** Someone does something; its events are in the log, not delivered yet. */
  happens(step: Step, actor: Actor = other): DomainEvent[] {
    const events = this.story.tell(step, actor);
    this.log.push(...events);
    return events;
  }

  deliver(...events: DomainEvent[]): void {
    const due = (this.sequencer?.push(events) ?? []) as DomainEvent[];
    if (due.length > 0) this.tell({ type: "EVENTS", events: due });
  }

  /** What a gap or a new connection asks for: everything after the last that was seen. */
  catchUp(): void {
    const since = this.asked ?? this.sequencer?.revision ?? 0;
    this.asked = null;
    this.deliver(...this.log.filter((event) => event.revision > since));
  }

  /** The patience of the sequencer is over. Whether it asked for what is missing. */
  waitForGap(): boolean {
    for (const run of this.gapTimers.splice(0)) run();
    return this.asked !== null;
  }

  connection(connection: "live" | "reconnecting" | "offline"): void {
    this.tell({ type: "CONNECTION", connection });
  }

  say(event: BoardEvent): void {
    this.tell(event);
  }

  async answer(): Promise<void> {
    this.waiting.shift()?.();
    await settle();
  }

  private machine() {
    return boardMachine.provide({
      actors: {
        readBoard: fromPromise<BoardReply, { projectId: number }>(async () => {
          if (!this.readable) throw { kind: "refused", status: 404, code: "notFound", message: "Gone" } as Failure;
          return this.story.read();
        }),
        followStream: fromCallback<StreamOrder, { projectId: number; since: number }>(
          ({ input, sendBack, receive }) => {
            this.tell = sendBack as (event: BoardEvent) => void;
            this.start(input.since);
            this.tell({ type: "CONNECTION", connection: "live" });
            receive((order) => {
              this.orders.push(order);
              if (order.type === "RESUME") this.start(order.revision);
            });
          },
        ),
        sendWish: fromPromise<Answer, { wish: Wish; projectId: number }>(async ({ input }) => {
          this.sent.push(input.wish);
          if (!this.auto) await new Promise<void>((resolve) => this.waiting.push(resolve));
          const answer = this.serve(input.wish);
          if (this.late) await new Promise<void>((resolve) => this.waiting.push(resolve));
          return answer;
        }),
      },
    });
  }

  private start(since: number): void {
    this.sequencer?.stop();
    this.sequencer = new Sequencer({
      since,
      onGap: (after) => (this.asked = after),
      setTimer: (run) => this.gapTimers.push(run),
      clearTimer: () => undefined,
    });
  }

  private serve(wish: Wish): Answer {
    if (!this.reachable) throw { kind: "unreachable" } satisfies Failure;
    const { refuseNext } = this;
    this.refuseNext = null;
    if (refuseNext) throw this.refusal(refuseNext.status, refuseNext.code, wish);
    if (wish.kind === "move") return this.serveMove(wish);
    if (wish.kind === "create") {
      const columnAt = this.story.columnIds.indexOf(wish.to.columnId);
      const [event] = this.happens({ kind: "create", column: columnAt, title: wish.task.title }, me);
      return { kind: "task", task: event?.data as never };
    }
    if (wish.kind === "archive") {
      if (!this.story.task(wish.taskId)) throw this.refusal(409, "task.archived", wish);
      this.happens({ kind: "archive", task: this.story.indexOfTask(wish.taskId) }, me);
      return { kind: "yes" };
    }
    if (wish.kind === "change") return this.serveChanges(wish);
    this.happens({ kind: "sort", column: this.story.columnIds.indexOf(wish.columnIds.at(-1) as number) }, me);
    return { kind: "yes" };
  }

  private serveMove(wish: Extract<Wish, { kind: "move" }>): Answer {
    const task = this.story.task(wish.taskId);
    if (!task) throw this.refusal(409, "task.archived", wish);
    if (wish.version !== task.version) throw this.refusal(409, "task.stale", wish);
    const ids = this.story.taskIds(wish.to.columnId).filter((id) => id !== wish.taskId);
    const step: Step = {
      kind: "move",
      task: this.story.indexOfTask(wish.taskId),
      column: this.story.columnIds.indexOf(wish.to.columnId),
      at: indexOf(ids, wish.to),
    };
    const [event] = this.happens(step, me);
    if (!event) throw new Error("A move tells what moved");
    const { task_status_id, rank, version, progress } = event.data as never;
    return { kind: "move", task_status_id, rank, version, progress };
  }

  /** All or nothing, and how it is taken back. */
  private serveChanges(wish: Extract<Wish, { kind: "change" }>): Answer {
    for (const { id, version, archived } of wish.changes) {
      const task = this.story.task(id);
      if (!task && archived !== false) throw this.refusal(409, "task.archived", wish);
      const behind = task && version !== undefined && version !== task.version;
      if (behind && this.lastBy(id) !== me.id) throw { ...this.refusal(409, "task.stale", wish), by: other };
    }
    const tasks = wish.changes.map((change) => this.serveChange(change));
    return { kind: "changed", tasks };
  }

  private lastBy(id: number): number | undefined {
    return this.log.findLast((event) => (event.data as { id?: number }).id === id)?.actor?.id;
  }

  private serveChange({ id, archived, task_status_id, before_id, after_id, title }: TaskChangeInput): ChangedTask {
    const was = structuredClone(this.story.task(id));
    const ids = was ? this.story.taskIds(was.task_status_id) : [];
    const undo: TaskChangeInput = { id };
    const back = () => {
      const at = ids.indexOf(id);
      Object.assign(undo, { task_status_id: was?.task_status_id, before_id: ids[at - 1], after_id: ids[at + 1] });
    };
    if (archived === false) {
      this.happens({ kind: "restore", task: this.story.indexOfArchived(id) }, me);
      undo.archived = true;
    }
    if (title !== undefined) {
      this.happens({ kind: "update", task: this.story.indexOfTask(id), title, user: 3 }, me);
      undo.title = was?.title;
    }
    if (task_status_id !== undefined && archived !== true) {
      const others = this.story.taskIds(task_status_id).filter((other) => other !== id);
      const place = { columnId: task_status_id, beforeId: before_id ?? null, afterId: after_id ?? null };
      const column = this.story.columnIds.indexOf(task_status_id);
      this.happens({ kind: "move", task: this.story.indexOfTask(id), column, at: indexOf(others, place) }, me);
      if (was) back();
    }
    if (archived === true) {
      this.happens({ kind: "archive", task: this.story.indexOfTask(id) }, me);
      undo.archived = false;
      back();
    }
    const task = structuredClone(this.story.task(id) ?? null);
    const version = task?.version ?? (was?.version ?? 0) + 1;
    return { id, version, task, undo: { ...undo, version } };
  }

  private refusal(status: number, code: string, wish: Wish): Extract<Failure, { kind: "refused" }> {
    const id = wish.kind === "change" ? wish.changes[0]?.id : wish.kind === "sort" ? undefined : wish.taskId;
    const record = id === undefined ? null : structuredClone(this.story.task(id) ?? null);
    return { kind: "refused", status, code, message: `refused: ${code}`, record, requestId: null };
  }
}

/** A place by an index, as a drop gives it. */
export function at(board: FakeBoard, columnAt: number, index: number, without?: number) {
  const columnId = board.story.columnIds[columnAt] as number;
  const ids = (board.context.drawn.order[columnId] ?? []).filter((id) => id !== without);
  return placeOf(columnId, ids, index);
}
