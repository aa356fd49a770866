import { readStored, storedKeys } from "../browser-storage";
import { liveClient } from "../live/live";
import { OfflineError, ProblemError } from "../problem-error";
import { Emitter, Store } from "../store";
import { publishUnsentChanges } from "../unsent-changes";
import {
  markSent,
  markUnsent,
  nextPending,
  type PendingState,
  type Refusal,
  unsentChanges,
  withdrawableChanges,
} from "./pending";
import { isTemporary, patienceMs, retryMs } from "./send-failure";

interface QueueOptions<P, Reply> {
  send: (pending: P) => Promise<Reply>;
  /** Marks a change as done and updates later ones with its result (`acknowledgeChange`). */
  accept: (changes: readonly P[], id: string, reply: Reply) => P[];
  /** Keeps a refused change with the reason; by default it is removed. */
  refuse?: (changes: readonly P[], id: string, refusal: Refusal) => P[];
  /** The reply if the error means that an earlier attempt succeeded and only its response was lost. */
  appliedBefore?: (pending: P, error: Error) => Reply | null;
  /** Localized description, listed while the change waits for the network. */
  label: (pending: P) => string;
}

interface Outcome<Reply> {
  promise: Promise<Reply | null>;
  resolve: (reply: Reply | null) => void;
  reject: (error: Error) => void;
  waits: boolean;
}

const queues = new Set<{ clear(): void }>();

/** The session that pending changes are sent with. */
interface SendingSession {
  userId: number;
  token: string | null;
}

/**
 * `null` while changes wait, because the session has ended, or the plan or the tenant is locked. `undefined` if this page has no session, as
 * in tests.
 */
let sendingSession: SendingSession | null | undefined;
/** The user who made the pending changes. */
let authorId: number | null = null;

/** Called at sign-out and when another user signs in, so that no change is sent by the next user. */
export function clearPendingChanges(): void {
  for (const queue of queues) queue.clear();
}

/** Sends what the same user left when an earlier session ended, and drops the changes of another user. */
export function sendChangesWith(session: SendingSession | null): void {
  if (session && authorId !== null && session.userId !== authorId) clearPendingChanges();
  authorId = session?.userId ?? authorId;
  sendingSession = session;
}

/** Calls use the stored token, which another tab may have replaced by that of another user. */
const canSend = (): boolean =>
  sendingSession === undefined || (sendingSession !== null && sendingSession.token === readStored(storedKeys.token));

/**
 * Pending changes of a feature, sent one after the other. They wait while the server can't be reached, even if the user leaves the screen.
 * Screens apply them to the confirmed state.
 */
export class PendingQueue<P extends PendingState, Reply> {
  readonly changes = new Store<readonly P[]>([]);
  /** True while changes are unsent for longer than expected. */
  readonly waiting = new Store(false);
  /** Emits each refused change. */
  readonly refusals = new Emitter<P>();
  private readonly outcomes = new Map<string, Outcome<Reply>>();
  private readonly views = new Set<(pending: P) => boolean>();
  /** The current run; null while nothing is sent. */
  private running: object | null = null;
  private held = false;

  constructor(
    name: string,
    readonly options: QueueOptions<P, Reply>,
  ) {
    queues.add(this);
    const publish = () => {
      const unsent = this.waiting.value ? unsentChanges(this.changes.value) : [];
      publishUnsentChanges(
        name,
        unsent.map((pending) => ({ id: pending.id, label: options.label(pending) })),
      );
    };
    this.changes.subscribe(publish);
    this.waiting.subscribe(publish);
  }

  /** Whether the server can't be reached, or the session has ended. */
  get isOffline(): boolean {
    return this.held || !canSend() || liveClient.status$.value === "offline";
  }

  /**
   * Shows a change immediately and sends it after earlier ones.
   * @param waits false if the change is withdrawn when the server can't be reached, such as an undo, which can be requested again
   */
  push(pending: P, { waits = true }: { waits?: boolean } = {}): void {
    this.outcomes.set(pending.id, { ...newOutcome<Reply>(), waits });
    if (!waits && this.isOffline) return void this.giveUp(pending.id);
    this.changes.set([...this.changes.value, pending]);
    void this.run();
  }

  /**
   * Resolves to the reply, or null if the change is withdrawn before it is sent.
   * @throws the error because of which the change is withdrawn
   */
  outcomeOf(id: string): Promise<Reply | null> {
    return this.outcomes.get(id)?.promise ?? Promise.resolve(null);
  }

  /** Cancels changes that aren't sent yet. */
  withdraw(...ids: readonly string[]): void {
    for (const { id } of withdrawableChanges(this.changes.value, ids)) {
      this.changes.set(this.changes.value.filter((one) => one.id !== id));
      this.takeOutcome(id)?.resolve(null);
    }
  }

  /** Stops showing a change that was accepted or refused. */
  drop(id: string): void {
    const settled = this.changes.value.find((pending) => pending.id === id && /done|refused/.test(pending.state));
    if (settled) this.changes.set(this.changes.value.filter((pending) => pending !== settled));
  }

  /** Registers a screen. An accepted change is kept until the confirmed state of every screen shows it. */
  view(isVisible: (pending: P) => boolean): () => void {
    this.views.add(isVisible);
    return () => {
      this.views.delete(isVisible);
      this.settle();
    };
  }

  /** Drops accepted changes that every screen shows. */
  settle(): void {
    const open = this.changes.value.filter(
      (pending) => pending.state !== "done" || [...this.views].some((isVisible) => !isVisible(pending)),
    );
    if (open.length < this.changes.value.length) this.changes.set(open);
  }

  clear(): void {
    this.running = null;
    this.held = false;
    // An undo that waits for an outcome would block those of the next user.
    for (const id of this.outcomes.keys()) this.takeOutcome(id)?.resolve(null);
    this.changes.set([]);
    this.waiting.set(false);
  }

  private async run(): Promise<void> {
    if (this.running) return;
    const run = {};
    this.running = run;
    for (let next = nextPending(this.changes.value); next; next = nextPending(this.changes.value)) {
      if (canSend()) await this.attempt(next);
      else {
        this.waiting.set(true);
        await whenOnlineOrLater();
      }
      if (this.running !== run) return; // cleared meanwhile
    }
    this.running = null;
    this.waiting.set(false);
  }

  private async attempt({ id }: P): Promise<void> {
    const { running } = this;
    this.changes.set(markSent(this.changes.value, id));
    const pending = this.changes.value.find((one) => one.id === id) as P;
    const slow = setTimeout(() => this.waiting.set(true), patienceMs);
    try {
      const reply = await this.options.send(pending);
      if (this.running === running) this.accept(id, reply);
    } catch (error) {
      if (this.running !== running) return;
      if (!isTemporary(error)) return this.refuse(pending, error as Error);
      if (this.outcomes.get(id)?.waits === false) return this.takeBack(id, new OfflineError(error));
      this.changes.set(markUnsent(this.changes.value, id));
      this.held = true;
      this.waiting.set(true);
      await whenOnlineOrLater();
      if (this.running === running) this.held = false;
    } finally {
      clearTimeout(slow);
    }
  }

  private accept(id: string, reply: Reply): void {
    this.changes.set(this.options.accept(this.changes.value, id, reply));
    this.waiting.set(false);
    this.takeOutcome(id)?.resolve(reply);
    this.settle();
  }

  private refuse(pending: P, error: Error): void {
    const { appliedBefore, refuse } = this.options;
    // The state may have changed since the attempt, for example by an event of another user.
    const now = this.changes.value.find(({ id }) => id === pending.id) ?? pending;
    const reply = appliedBefore?.(now, error) ?? null;
    if (reply !== null) return this.accept(pending.id, reply);
    const refusal = refusalOf(error);
    if (refuse) {
      const before = this.changes.value;
      this.changes.set(refuse(before, pending.id, refusal));
      this.takeOutcome(pending.id)?.reject(error);
      // Later changes that were based on the refused one are gone with it.
      const remaining = new Set(this.changes.value.map(({ id }) => id));
      for (const { id } of before) if (!remaining.has(id)) this.takeOutcome(id)?.reject(error);
    } else this.takeBack(pending.id, error);
    this.waiting.set(false);
    this.refusals.emit({ ...now, state: "refused", refusal });
  }

  /** Waits for a microtask, so that the caller can await the outcome. */
  private async giveUp(id: string): Promise<void> {
    await Promise.resolve();
    this.takeBack(id, new OfflineError());
  }

  private takeBack(id: string, error: Error): void {
    this.changes.set(this.changes.value.filter((one) => one.id !== id));
    this.takeOutcome(id)?.reject(error);
  }

  private takeOutcome(id: string): Outcome<Reply> | undefined {
    const outcome = this.outcomes.get(id);
    this.outcomes.delete(id);
    return outcome;
  }
}

function newOutcome<Reply>(): Omit<Outcome<Reply>, "waits"> {
  let settle: Pick<Outcome<Reply>, "resolve" | "reject"> | undefined;
  const promise = new Promise<Reply | null>((resolve, reject) => (settle = { resolve, reject }));
  promise.catch(() => undefined); // not every caller needs the outcome
  return { promise, ...(settle as NonNullable<typeof settle>) };
}

/** Resolves when the connection is restored, or after a delay in case its loss wasn't noticed. */
function whenOnlineOrLater(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, retryMs);
    const stop = liveClient.status$.subscribe((state) => state === "live" && done());
    function done() {
      clearTimeout(timer);
      stop();
      resolve();
    }
  });
}

function refusalOf(error: Error): Refusal {
  if (!(error instanceof ProblemError)) return { code: "internal", message: error.message };
  const [field, messages] = Object.entries(error.errors)[0] ?? [];
  return { code: error.code, message: messages?.[0] ?? error.message, ...(field !== undefined && { field }) };
}
