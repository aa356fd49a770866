import { createActor, fromCallback, fromPromise, SimulatedClock } from "xstate";
import { boardMachine } from "../../client/tasks/board/state/board.machine";
import type { BoardEvent, Failure, StreamOrder } from "../../client/tasks/board/state/board.messages";
import type { Answer } from "../../client/tasks/board/state/board.queue";
import { placeOf } from "../../client/tasks/board/state/board.place";
import type { PendingChange } from "../../client/tasks/board/state/board.pending";
import type { DomainEvent } from "../../shared/domain-events";
import type { Actor } from "../../shared/kernel/events";
import { Sequencer } from "../../shared/kernel/streams";
import type { BoardReply } from "../../shared/tasks/tasks.contract";
import type { BoardStory } from "./board-story";
import type { Step } from "./board-story.steps";
import { FakeTaskServer, me, other } from "./fake-task-server";

export { me, other };

/** The next turn of everything that is only waiting for promises. */
export const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

/**
 * The board machine between a project that is lived through and a network that can be cut: calls are answered when the
 * test says so, events go through the real sequencer in whatever order the test delivers them.
 */
export class FakeBoard {
  readonly server: FakeTaskServer;
  readonly clock = new SimulatedClock();
  readonly orders: StreamOrder[] = [];
  readonly sent: PendingChange[] = [];
  /** Calls that wait for `answer`; empty while `auto` answers at once. */
  readonly waiting: (() => void)[] = [];
  auto = true;
  /** The server writes at once, its answers wait for `answer`. */
  late = false;
  reachable = true;
  readable = true;
  /** Refuse the next pending change with this. */
  refuseNext: { status: number; code: string } | null = null;
  private tell: (event: BoardEvent) => void = () => undefined;
  private sequencer: Sequencer | null = null;
  private asked: number | null = null;
  private gapTimers: (() => void)[] = [];
  readonly actor;

  constructor(tasksPerColumn = 3) {
    this.server = new FakeTaskServer(tasksPerColumn);
    this.actor = createActor(this.machine(), { input: { projectId: 12, me: me.id }, clock: this.clock });
  }

  get story(): BoardStory {
    return this.server.story;
  }

  get log(): DomainEvent[] {
    return this.server.log;
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
    return this.server.happens(step, actor);
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
        sendPending: fromPromise<Answer, { pending: PendingChange; projectId: number }>(async ({ input }) => {
          this.sent.push(input.pending);
          if (!this.auto) await new Promise<void>((resolve) => this.waiting.push(resolve));
          const answer = this.serve(input.pending);
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

  private serve(pending: PendingChange): Answer {
    if (!this.reachable) throw { kind: "unreachable" } satisfies Failure;
    const { refuseNext } = this;
    this.refuseNext = null;
    if (refuseNext) throw this.server.refusal(refuseNext.status, refuseNext.code, pending);
    return this.server.serve(pending, me);
  }
}

/** A place by an index, as a drop gives it. */
export function at(board: FakeBoard, columnAt: number, index: number, without?: number) {
  const columnId = board.story.columnIds[columnAt] as number;
  const ids = (board.context.drawn.order[columnId] ?? []).filter((id) => id !== without);
  return placeOf(columnId, ids, index);
}
