import { type ActorRefFrom, createActor, fromCallback, fromPromise, SimulatedClock } from "xstate";
import { boardMachine } from "../../client/work/tasks/state/board.machine";
import type { BoardEvent, StreamCommand } from "../../client/work/tasks/state/board.messages";
import { positionOf } from "../../client/work/tasks/pending/card-position";
import type { PendingChange } from "../../client/work/tasks/pending/task-changes";
import { taskQueue } from "../../client/work/tasks/pending/task-queue";
import type { SendReply } from "../../client/work/tasks/pending/task-queue.rules";
import { liveClient } from "../../client/platform/live/live";
import { OfflineError, ProblemError } from "../../client/platform/problem-error";
import { type Actor, type DomainEvent } from "../../shared/kernel/events";
import { Sequencer } from "../../shared/kernel/streams";
import type { BoardReply } from "../../shared/work/tasks/tasks.contract";
import type { BoardSimulation } from "./board-simulation";
import type { SimulationStep } from "./board-simulation.steps";
import { FakeTaskServer, ownUser, otherUser } from "./fake-task-server";

export { ownUser as me, otherUser as other };

export const waitForImmediates = () => new Promise<void>((resolve) => setImmediate(resolve));

/**
 * The board's state machine between a simulated project and a network that can be interrupted: calls are answered when the test decides,
 * and events pass through the real sequencer in the order in which the test delivers them.
 */
export class FakeBoard {
  readonly server: FakeTaskServer;
  readonly clock = new SimulatedClock();
  readonly orders: StreamCommand[] = [];
  readonly sent: PendingChange[] = [];
  /** Calls waiting for `answer`; empty while `auto` answers immediately. */
  readonly waiting: (() => void)[] = [];
  auto = true;
  /** Whether the server writes immediately, but its responses wait for `answer`. */
  late = false;
  reachable = true;
  readable = true;
  refuseNext: { status: number; code: string } | null = null;
  private tell: (event: BoardEvent) => void = () => undefined;
  private sequencer: Sequencer | null = null;
  private asked: number | null = null;
  private gapTimers: (() => void)[] = [];
  private static last: FakeBoard | null = null;
  readonly actor: ActorRefFrom<typeof boardMachine>;

  constructor(tasksPerColumn = 3) {
    // The queue of pending changes is shared by all screens.
    FakeBoard.last?.actor.stop();
    FakeBoard.last = this;
    taskQueue.clear();
    taskQueue.options.send = (pending) => this.handle(pending);
    this.server = new FakeTaskServer(tasksPerColumn);
    this.actor = createActor(this.machine(), { input: { projectId: 12, me: ownUser.id }, clock: this.clock });
  }

  get simulation(): BoardSimulation {
    return this.server.simulation;
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
    await waitForImmediates();
    return this;
  }

  /** Performs a step of another user; its events are logged, but not delivered yet. */
  applyOnServer(step: SimulationStep, actor: Actor = otherUser): DomainEvent[] {
    return this.server.apply(step, actor);
  }

  deliver(...events: DomainEvent[]): void {
    const due = (this.sequencer?.push(events) ?? []) as DomainEvent[];
    if (due.length > 0) this.tell({ type: "EVENTS", events: due });
  }

  /** Delivers all events after the last received one, as after a gap or a reconnection. */
  catchUp(): void {
    const since = this.asked ?? this.sequencer?.revision ?? 0;
    this.asked = null;
    this.deliver(...this.log.filter((event) => event.revision > since));
  }

  /**
   * Lets the sequencer's gap timers expire.
   * @returns whether it requested the missing events
   */
  waitForGap(): boolean {
    for (const run of this.gapTimers.splice(0)) run();
    return this.asked !== null;
  }

  connection(connection: "live" | "reconnecting" | "offline"): void {
    if (connection === "live") liveClient.status$.set("reconnecting"); // a restored connection
    liveClient.status$.set(connection);
    this.tell({ type: "CONNECTION", connection });
  }

  say(event: BoardEvent): void {
    this.tell(event);
  }

  async answer(): Promise<void> {
    this.waiting.shift()?.();
    await waitForImmediates();
  }

  private machine() {
    return boardMachine.provide({
      actors: {
        readBoard: fromPromise<BoardReply, { projectId: number }>(async () => {
          if (!this.readable) throw new ProblemError(404, "notFound", "Gone");
          return this.simulation.read();
        }),
        followStream: fromCallback<StreamCommand, { projectId: number; since: number; epoch: string }>(
          ({ input, sendBack, receive }) => {
            this.tell = sendBack as (event: BoardEvent) => void;
            this.start(input.since);
            this.connection("live");
            receive((order) => {
              this.orders.push(order);
              if (order.type === "RESUME") this.start(order.revision);
            });
          },
        ),
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

  private async handle(pending: PendingChange): Promise<SendReply> {
    this.sent.push(pending);
    if (!this.auto) await new Promise<void>((resolve) => this.waiting.push(resolve));
    const answer = this.serve(pending);
    if (this.late) await new Promise<void>((resolve) => this.waiting.push(resolve));
    return answer;
  }

  private serve(pending: PendingChange): SendReply {
    if (!this.reachable) throw new OfflineError();
    const { refuseNext } = this;
    this.refuseNext = null;
    if (refuseNext) throw this.server.refusal(refuseNext.status, refuseNext.code, pending);
    return this.server.serve(pending, ownUser);
  }
}

export function targetPosition(board: FakeBoard, columnAt: number, index: number, without?: number) {
  const columnId = board.simulation.columnIds[columnAt] as number;
  const ids = (board.context.drawn.order[columnId] ?? []).filter((id) => id !== without);
  return positionOf(columnId, ids, index);
}
