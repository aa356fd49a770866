import { BehaviorSubject, Subject, type Subscription } from "rxjs";
import type { DomainEvent } from "../../shared/domain-events";
import { projectStream } from "../../shared/kernel/events";
import type { BoardTask } from "../../shared/tasks/tasks.contract";
import { hasBoard, readTimeline } from "../../shared/timeline/timeline.contract";
import { call } from "../platform/api";
import { live } from "../platform/live/live";
import type { Following } from "../platform/live/live.types";
import { OfflineError, ProblemError } from "../platform/problem-error";
import { changeTasks } from "../undo/change-tasks";
import { pendingStep, type PendingStep, remember, type Step } from "../undo/history";
import { lineOrLater, messageOf, type Refusal, retryMs } from "./timeline.sending";
import {
  emptyTimeline,
  isOpen,
  type Mark,
  marksOf,
  planById,
  planOf,
  type PendingTaskChange,
  type TimelineState,
  withEvents,
  withoutPlan,
  withPlan,
  withPendingChanges,
  type PendingChange,
} from "./timeline.state";

/** Each stream is one question to the server on every connect. Who sees more projects has the rest read on opening. */
const followedMost = 100;
/** How long a bar stays tinted that someone else has just changed. */
const newsMs = 6_000;

/** What a timeline knows and does: reads projects page by page, follows each, and sends what is wanted of tasks. */
export class TimelineStore {
  readonly state$ = new BehaviorSubject<TimelineState>(emptyTimeline);
  readonly refused$ = new Subject<Refusal>();
  /** What bars tell beside their dates, by task. The same object as long as nothing of it changes. */
  marks: ReadonlyMap<number, Mark> = new Map();
  private readonly following = new Map<number, Following>();
  private readonly listening: Subscription[] = [];
  private readonly versions = new Map<number, number>();
  private sending: Promise<void> = Promise.resolve();
  private pendingCount = 0;
  /** The last one that was sent. */
  private sent: number | null = null;
  private readonly withdrawn = new Set<number>();
  private closed = false;

  /** `projectId`: that project alone; null: all one sees. */
  constructor(
    private readonly projectId: number | null,
    private readonly me: number,
  ) {}

  /** Answers how to close it. */
  open(): () => void {
    this.closed = false;
    this.listening.push(live.events$.subscribe(({ stream, event }) => stream.startsWith("user:") && this.hear(event)));
    void this.load();
    return () => this.close();
  }

  /** From the first page on; what is on the screen stays until it is replaced. */
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
        for (const project of whole) if (!planById(state, project.id)) state = withPlan(state, planOf(project, []));
        this.set({ ...state, phase: "open", error: null });
        for (const { id, board } of whole) this.follow(id, board.revision);
        for (const { id, board } of data) if (!board && !planById(this.state, id)) await this.reread(id);
        this.set({ ...this.state, complete: page >= last });
      }
    } catch (error) {
      if (this.closed) return;
      const isGone = error instanceof ProblemError && error.status === 404;
      if (isGone) this.set({ ...this.state, phase: "gone" });
      else if (this.state.phase === "loading") this.set({ ...this.state, phase: "failed", error: error as Error });
      else setTimeout(() => void this.load(), retryMs); // the rest of the pages; those that came stay
    }
  }

  /** Shown at once; sent after what was wanted before. `words` say what was done, for whoever takes it back. */
  want(projectId: number, task: BoardTask, change: PendingTaskChange, words: string): void {
    remember(this.start(projectId, task, change, words));
  }

  private start(projectId: number, task: BoardTask, change: PendingTaskChange, words: string): Step {
    const pending: PendingChange = { id: ++this.pendingCount, projectId, task, change, savedAt: null, waiting: false };
    const again: Step = { text: words, undo: async () => this.start(projectId, task, change, words) };
    const { step, land } = pendingStep(words, () => {
      this.withdrawn.add(pending.id);
      if (this.sent !== pending.id) unsend();
    });
    /** What hasn't been sent is taken back by not sending it. */
    const unsend = () => {
      this.settle(pending, () => null);
      land({ text: words, undo: () => Promise.resolve(again) });
    };
    this.set(withPendingChanges(this.state, [...this.state.pendingChanges, pending]));
    this.sending = this.sending.then(() => this.send(pending, words, land, unsend));
    return step;
  }

  private async send(
    pending: PendingChange,
    words: string,
    land: PendingStep["land"],
    unsend: () => void,
  ): Promise<void> {
    const { task, change } = pending;
    const version = Math.max(task.version, this.versions.get(task.id) ?? 0);
    const { blocker_ids: blockers, ...dates } = change;
    const input = { id: task.id, ...dates, ...(blockers ? { blockers } : {}), version };
    const landed: PendingStep["land"] = (back, how) => back && land(back, how); // offline it is tried again
    while (!this.closed && !this.withdrawn.has(pending.id)) {
      this.sent = pending.id;
      try {
        const [saved] = await changeTasks([input], words, { offer: true, land: landed });
        const savedAt = saved?.version ?? version;
        this.versions.set(task.id, savedAt);
        this.settle(pending, (one) => ({ ...one, savedAt, waiting: false }));
        break;
      } catch (error) {
        if (!(error instanceof OfflineError)) {
          this.settle(pending, () => null);
          this.refused$.next({ task, message: messageOf(error as Error) });
          break;
        }
        this.sent = null;
        if (this.withdrawn.has(pending.id)) return unsend();
        this.settle(pending, (one) => ({ ...one, waiting: true }));
        await lineOrLater();
      }
    }
    land(null);
  }

  /** Changes a pending change, or ends it; also when the event that fulfils it was faster than the answer. */
  private settle(pending: PendingChange, change: (pending: PendingChange) => PendingChange | null): void {
    const pendingChanges = this.state.pendingChanges.flatMap((one) => {
      const next = one.id === pending.id ? change(one) : one;
      const plan = planById(this.state, one.projectId);
      return next && plan && isOpen(next, plan.server) ? [next] : [];
    });
    this.set(withPendingChanges(this.state, pendingChanges));
  }

  /** What comes on one's own stream: projects that one gains, loses, or may do other things in. */
  private hear(event: DomainEvent): void {
    const all = this.projectId === null;
    if (event.type === "member.added" && (all || event.data.project_id === this.projectId)) {
      this.tryReading(event.data.project_id);
    } else if (event.type === "project.created" || event.type === "project.restored") {
      if (all || event.data.id === this.projectId) this.tryReading(event.data.id);
    } else if (event.type === "project.deleted") this.drop(event.data.id);
    else if (event.type === "user.access_changed" || event.type === "group.projects_changed") void this.rereadAll();
  }

  private follow(id: number, revision: number): void {
    if (this.following.has(id) || this.following.size >= followedMost) return;
    let batch: DomainEvent[] = [];
    const following = live.follow(projectStream(id), {
      since: revision,
      onReset: (now) => this.reread(id).then((read) => read ?? now),
      onRevoked: () => this.drop(id),
    });
    this.following.set(id, following);
    // What one message brings is drawn in one go.
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
    for (const [task, one] of Object.entries(this.state.news)) {
      if (before[Number(task)] !== one) setTimeout(() => this.forget(Number(task), one.revision), newsMs);
    }
    if (events.some((event) => event.type === "project.archived") && this.projectId === null) this.drop(id);
    const mine = (event: DomainEvent) => event.type === "member.updated" && event.data.user.id === this.me;
    if (events.some((event) => mine(event) || event.type === "project.restored")) this.tryReading(id);
  }

  private forget(task: number, revision: number): void {
    const { [task]: one, ...news } = this.state.news;
    if (one?.revision === revision && !this.closed) this.set({ ...this.state, news });
  }

  /** One project anew. Answers its revision; null when it couldn't be read. */
  private async reread(id: number): Promise<number | null> {
    const { data } = await call(readTimeline, { query: { project_id: id } });
    const project = data.find(hasBoard);
    if (!project || this.closed) return null;
    if (project.archived && this.projectId === null) return null;
    const pendingChanges = this.state.pendingChanges.filter((pending) => pending.projectId === id);
    this.set(withPlan(this.state, planOf(project, pendingChanges)));
    this.follow(id, project.board.revision);
    return project.board.revision;
  }

  /** Where it fails, what is on the screen stays; the next event or connection asks again. */
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
    for (const one of this.listening.splice(0)) one.unsubscribe();
    for (const one of this.following.values()) one.close();
    this.following.clear();
  }

  private get state(): TimelineState {
    return this.state$.value;
  }

  private set(state: TimelineState): void {
    const { news, pendingChanges } = this.state;
    if (state.news !== news || state.pendingChanges !== pendingChanges) this.marks = marksOf(state);
    this.state$.next(state);
  }
}
