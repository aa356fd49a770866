import type { StreamPosition } from "../../../shared/kernel/streams";
import { type DomainEvent, type DomainEvents, projectStream } from "../../../shared/kernel/events";
import { Emitter, Store } from "../../platform/store";
import type { Board } from "../../../shared/work/tasks/tasks.board";
import { requiresReading } from "../../../shared/work/tasks/tasks.board-events";
import { hasBoard, readTimeline } from "../../../shared/work/timeline/timeline.contract";
import { call } from "../../platform/api";
import { liveClient } from "../../platform/live/live";
import type { StreamSubscription } from "../../platform/live/live.types";
import { retryMs } from "../../platform/pending/send-failure";
import { ProblemError } from "../../platform/problem-error";
import { taskQueue } from "../tasks/pending/task-queue";
import { type RefusedBar, sendBarChanges } from "./bar-changes";
import {
  type BarMark,
  barMarksOf,
  createProjectPlan,
  emptyTimeline,
  planById,
  type RequestedChange,
  type TimelineState,
  withEvents,
  withoutPlan,
  withPendingChanges,
  withPlan,
} from "./timeline.state";

/** Each followed stream costs a server query per connect. Further projects are read only when the screen opens. */
const maxFollowed = 100;
const highlightMs = 6_000;

/** State of a timeline: loads projects page by page, follows their streams, and sends changes of tasks. */
export class TimelineStore {
  readonly state$ = new Store<TimelineState>(emptyTimeline);
  readonly refused$ = new Emitter<RefusedBar>();
  /** Marks of bars by task; keeps its identity while unchanged. */
  marks: ReadonlyMap<number, BarMark> = new Map();
  private readonly following = new Map<number, StreamSubscription>();
  private stops: (() => void)[] = [];
  private closed = false;

  /** `projectId`: a single project; null for all that the user may see. */
  constructor(
    readonly projectId: number | null,
    private readonly me: number,
  ) {}

  open(): () => void {
    this.closed = false;
    const heard = liveClient.events$.subscribe(
      ({ stream, event }) => stream.startsWith("user:") && this.hear(event as DomainEvent),
    );
    const draw = () => this.set(withPendingChanges(this.state, taskQueue.changes.value, taskQueue.waiting.value));
    this.stops = [
      () => heard.unsubscribe(),
      taskQueue.changes.subscribe(draw),
      taskQueue.waiting.subscribe(draw),
      taskQueue.view(({ id }) => !this.state.plans.some(({ pending }) => pending.some((change) => change.id === id))),
    ];
    void this.load();
    return () => this.close();
  }

  async load(): Promise<void> {
    if (this.state.phase === "failed") this.set({ ...this.state, phase: "loading", error: null });
    try {
      for (let page = 1, last = 1; page <= last && !this.closed; page++) {
        const query = this.projectId === null ? { page } : { project_id: this.projectId };
        const { data, meta } = await call(readTimeline, { query });
        if (this.closed) return;
        last = this.projectId === null ? meta.last_page : 1;
        let state = this.state;
        const whole = data.filter(hasBoard);
        for (const project of whole)
          if (!planById(state, project.id))
            state = withPlan(state, createProjectPlan(project, taskQueue.changes.value));
        this.set({ ...state, phase: "open", error: null });
        for (const { id, board } of whole) this.follow(id, board);
        for (const { id, board } of data) if (!board && !planById(this.state, id)) await this.reread(id);
        this.set({ ...this.state, complete: page >= last });
      }
    } catch (error) {
      if (this.closed) return;
      const isGone = error instanceof ProblemError && error.status === 404;
      if (isGone) this.set({ ...this.state, phase: "gone" });
      else if (this.state.phase === "loading") this.set({ ...this.state, phase: "failed", error: error as Error });
      else setTimeout(() => void this.load(), retryMs); // loads the missing pages later and keeps those already loaded
    }
  }

  want(changes: readonly RequestedChange[], words: string): void {
    sendBarChanges(changes, words, (refusal) => this.refused$.emit(refusal));
  }

  boardOf(projectId: number): Board | undefined {
    return planById(this.state, projectId)?.drawn;
  }

  /** Handles events of the user's stream about gained or lost projects and changed permissions. */
  private hear(event: DomainEvent): void {
    const all = this.projectId === null;
    if (event.type === "member.added" && (all || event.data.project_id === this.projectId)) {
      this.tryReading(event.data.project_id);
    } else if (event.type === "project.created" || event.type === "project.restored") {
      if (all || event.data.id === this.projectId) this.tryReading(event.data.id);
    } else if (event.type === "project.deleted") this.drop(event.data.id);
    else if (event.type === "user.access_changed" || event.type === "group.projects_changed") void this.rereadAll();
  }

  private follow(id: number, { revision, epoch }: StreamPosition): void {
    if (this.following.has(id) || this.following.size >= maxFollowed) return;
    let batch: DomainEvent[] = [];
    const following = liveClient.follow<DomainEvents>(projectStream(id), {
      since: revision,
      epoch,
      onReset: (now) => this.reread(id).then((read) => read ?? now),
      onRevoked: () => this.drop(id),
    });
    this.following.set(id, following);
    // Events of one message are applied together.
    following.events$.subscribe((event) => {
      if (batch.push(event) > 1) return;
      queueMicrotask(() => {
        const events = batch;
        batch = [];
        this.apply(id, events);
      });
    });
  }

  private apply(id: number, events: readonly DomainEvent[]): void {
    if (this.closed) return;
    const before = this.state.news;
    this.set(withEvents(this.state, id, events, this.me));
    taskQueue.settle();
    for (const [task, one] of Object.entries(this.state.news)) {
      if (before[Number(task)] !== one) setTimeout(() => this.forget(Number(task), one.revision), highlightMs);
    }
    if (events.some((event) => event.type === "project.archived") && this.projectId === null) this.drop(id);
    const mine = (event: DomainEvent) => event.type === "member.updated" && event.data.user.id === this.me;
    if (events.some((event) => mine(event) || event.type === "project.restored" || requiresReading(event)))
      this.tryReading(id);
  }

  private forget(task: number, revision: number): void {
    const { [task]: one, ...news } = this.state.news;
    if (one?.revision === revision && !this.closed) this.set({ ...this.state, news });
  }

  /**
   * Reloads a project.
   * @returns its revision, or null if it can't be read
   */
  private async reread(id: number): Promise<number | null> {
    // Events that arrive while the project is read may be newer than the reply.
    const newerEvents: DomainEvent[] = [];
    const collecting = this.following.get(id)?.events$.subscribe((event) => newerEvents.push(event as DomainEvent));
    const { data } = await call(readTimeline, { query: { project_id: id } }).finally(() => collecting?.unsubscribe());
    const project = data.find(hasBoard);
    if (!project || this.closed) return null;
    if (project.archived && this.projectId === null) return null;
    const read = withPlan(this.state, createProjectPlan(project, taskQueue.changes.value));
    this.set(withEvents(read, id, newerEvents, this.me));
    this.follow(id, project.board);
    return project.board.revision;
  }

  /** Keeps the current state on failure. The next event or connection retries. */
  private tryReading(id: number): void {
    this.reread(id).catch(() => undefined);
  }

  private async rereadAll(): Promise<void> {
    for (const { facts } of this.state.plans) await this.reread(facts.id).catch(() => undefined);
    await this.load();
  }

  private drop(id: number): void {
    this.following.get(id)?.close();
    this.following.delete(id);
    if (this.closed) return;
    if (id === this.projectId) this.set({ ...this.state, phase: "gone" });
    else this.set(withoutPlan(this.state, id));
  }

  private close(): void {
    this.closed = true;
    for (const stop of this.stops.splice(0)) stop();
    for (const one of this.following.values()) one.close();
    this.following.clear();
  }

  private get state(): TimelineState {
    return this.state$.value;
  }

  private set(state: TimelineState): void {
    const { news, plans, waiting } = this.state;
    if (state.news !== news || state.plans !== plans || state.waiting !== waiting) this.marks = barMarksOf(state);
    this.state$.set(state);
  }
}
