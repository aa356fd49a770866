import type pg from "pg";
import type { DataSource, EntityManager, EntityTarget, ObjectLiteral } from "typeorm";
import type { DomainEvents } from "../../../shared/domain-events";
import type { Actor, LiveEvent, StreamName } from "../../../shared/kernel/events";
import { Problem } from "../../../shared/kernel/problems";
import { appendEvents, mostEvents, type PendingEvent, textOfEvents, type WrittenEvent } from "./append-events";
import type { CallOrigin } from "../http/call-origin";
import type { CleanedTexts } from "../rich-text/rich-text-fields";
import { coalesceWrites, open, rollback } from "./connection";
import { type ReadInTurn, readInTurn, type WhenMuch } from "./read-in-turn";
import { TenantRepository } from "./tenant-repository";
import { awaitedLater } from "../awaited-later";

/** A named statement: parsed and planned once per connection. For hot paths; everything else uses repositories. */
export interface Statement {
  name: string;
  text: string;
}

const names = new Map<string, string>();

/** @throws when the name is taken by another text: the second to run on a connection would fail, and only there. */
export function sql(name: string, text: string): Statement {
  const known = names.get(name);
  if (known !== undefined && known !== text) throw new Error(`Two statements are called ${name}`);
  names.set(name, text);
  return { name, text };
}

/** All that were made so far, by name. */
export const namedStatements = (): ReadonlyMap<string, string> => names;

/**
 * A statement without a name: parsed each time, and kept on no connection. For texts that are put together from what
 * somebody asks for, of which there are thousands.
 */
export const unnamed = (text: string): Statement => ({ name: "", text });

/** An event as it was committed, on its way to the queue. */
export interface CommittedEvent {
  tenantId: number;
  stream: StreamName;
  event: LiveEvent;
}

/**
 * One transaction, bound to one tenant. Whatever is emitted is written in the same transaction, as late as possible:
 * the stream's lock gives gap-free revisions in commit order and is held only through the commit.
 */
export class Tx {
  private readonly pending: PendingEvent[] = [];
  private readonly afterwards: (() => void)[] = [];
  private readonly sent: Promise<unknown>[] = [];
  private finished: CommittedEvent[] | null = null;
  /** Which time the work runs: it does when somebody else was in its way. */
  attempt = 1;
  /** What became another one, by kind: it is told as a whole once everything is written. */
  readonly changed = new Map<string, Set<number>>();

  constructor(
    readonly tenantId: number,
    readonly manager: EntityManager,
    private readonly client: pg.PoolClient,
    /** Who acts; null for schedules and before sign-in. Set as soon as it is known. */
    public actor: Actor | null = null,
    /** The call that this is done for; null for schedules. */
    readonly origin: CallOrigin | null = null,
    /** Rich texts that were sanitised before it began. */
    readonly texts: CleanedTexts = new Map(),
  ) {}

  /** A repository that sees and writes this tenant's rows only. */
  repo<Row extends ObjectLiteral>(entity: EntityTarget<Row>): TenantRepository<Row> {
    return new TenantRepository(this.manager.getRepository(entity), this.tenantId);
  }

  async rows<Row>(statement: Statement, values: unknown[] = []): Promise<Row[]> {
    coalesceWrites(this.client);
    return (await this.client.query({ ...statement, values })).rows as Row[];
  }

  async one<Row>(statement: Statement, values: unknown[] = []): Promise<Row | undefined> {
    return (await this.rows<Row>(statement, values))[0];
  }

  /** Sends a write whose answer nobody waits for: it shares a round trip with the commit, and its failure fails that. */
  send(statement: Statement, values: unknown[] = []): void {
    coalesceWrites(this.client);
    this.sent.push(awaitedLater(this.client.query({ ...statement, values }))); // by commit()
  }

  /**
   * Says what happened, to everyone who follows `stream`. Written with the change or not at all.
   * @throws Problem 422 for more than one transaction may tell.
   */
  emit<Type extends keyof DomainEvents & string>(type: Type, stream: StreamName, data: DomainEvents[Type]): void {
    if (this.pending.length >= mostEvents) throw new Problem("request.tooMuch");
    this.pending.push({ stream, actor: this.actor, type, data });
  }

  /** How many events it tells so far. */
  get told(): number {
    return this.pending.length;
  }

  /** Says that something became another one. What is told of it is read when everything else is written, once for all. */
  noteChange(kind: string, id: number): void {
    const ids = this.changed.get(kind);
    if (ids) ids.add(id);
    else this.changed.set(kind, new Set([id]));
  }

  /** Runs once the transaction has committed; for effects that can't be taken back. */
  afterCommit(run: () => void): void {
    this.afterwards.push(run);
  }

  /**
   * The last statement of all, which writes its one event by itself and is sent together with the commit: what it locks is
   * held across no round trip. Nothing may be asked of this transaction afterwards.
   * @throws Overtaken when it answers without a row, and has done nothing: the work then runs again from its beginning.
   */
  async finish<Row extends WrittenEvent>(
    statement: Statement,
    values: unknown[],
    told: (row: Row) => Pick<PendingEvent, "stream" | "type" | "data">,
  ): Promise<Row> {
    if (this.pending.length > 0 || this.changed.size > 0) throw new Error("What was told before has no place any more");
    coalesceWrites(this.client);
    const asked = awaitedLater(this.one<Row>(statement, values));
    const committed = awaitedLater(this.client.query("COMMIT"));
    await Promise.all(this.sent);
    const row = await asked;
    if ((await committed).command !== "COMMIT") throw new Error("The transaction was rolled back at commit");
    if (!row) throw new Overtaken();
    const { stream, type, data } = told(row);
    const { id, revision, at } = row;
    const event = { revision, id, type, actor: this.actor, at: at.toISOString(), data };
    this.finished = [{ tenantId: this.tenantId, stream, event }];
    return row;
  }

  /**
   * Writes the events and commits, in one round trip.
   * @throws when the database rolled back instead: a COMMIT after a failed statement doesn't fail by itself; Problem 422 for
   * more than one transaction may tell.
   */
  async commit(): Promise<{ events: CommittedEvent[]; afterwards: (() => void)[] }> {
    if (this.finished) return { events: this.finished, afterwards: this.afterwards };
    const text = textOfEvents(this.pending); // before anything is sent: the COMMIT goes out without waiting for it
    coalesceWrites(this.client);
    const appended = awaitedLater(appendEvents(this, text));
    const committed = awaitedLater(this.client.query("COMMIT"));
    await Promise.all(this.sent);
    const events = await appended;
    if ((await committed).command !== "COMMIT") throw new Error("The transaction was rolled back at commit");
    return { events, afterwards: this.afterwards };
  }
}

export interface UnitOfWorkOptions {
  tenantId: number;
  /** A snapshot that can't write; everything in it is of one moment. */
  readOnly?: boolean;
  actor?: Actor | null;
  origin?: CallOrigin | null;
  texts?: CleanedTexts;
  /**
   * Of one that only reads, for a call: what it waits for once it has read much; run it by `againInTurn`. Not of one that writes: it would
   * wait while others wait for what it has locked.
   * @throws Problem 422 when a call reads more than anybody is answered, or may read to change something.
   */
  whenMuch?: WhenMuch;
}

/** What was seen isn't so any more: nothing was written. */
class Overtaken extends Error {}

/** Deadlock and serialisation failure: the loser runs again. */
const worthRetrying = new Set(["40P01", "40001"]);

function codeOf(error: unknown): string | undefined {
  const raw = error as { code?: string; driverError?: { code?: string } };
  return raw?.driverError?.code ?? raw?.code;
}

export interface UnitOfWork {
  <Result>(options: UnitOfWorkOptions, work: (tx: Tx) => Promise<Result>): Promise<Result>;
}

/** Tells of what a transaction has changed, as the last thing before its commit. Knows every feature, hence passed in. */
export type TellChanges = (tx: Tx) => Promise<void>;

/**
 * Runs `work` in one transaction with the tenant set, and hands its events over once they are committed.
 * `work` may run more than once (deadlocks): effects outside the database belong in `tx.afterCommit`.
 */
export function createUnitOfWork(
  database: DataSource,
  published: (events: CommittedEvent[]) => void,
  tellChanges: TellChanges = () => Promise.resolve(),
): UnitOfWork {
  return async (options, work) => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await once(database, options, work, published, tellChanges, attempt);
      } catch (error) {
        const again = error instanceof Overtaken || worthRetrying.has(codeOf(error) ?? "");
        if (attempt >= 4 || !again) throw error;
      }
    }
  };
}

async function once<Result>(
  database: DataSource,
  options: UnitOfWorkOptions,
  work: (tx: Tx) => Promise<Result>,
  published: (events: CommittedEvent[]) => void,
  tellChanges: TellChanges,
  attempt: number,
): Promise<Result> {
  const runner = database.createQueryRunner();
  let finished = false;
  let read: ReadInTurn | undefined;
  try {
    const client = await open(runner, options);
    const { tenantId, actor = null, origin = null, texts, whenMuch } = options;
    const changesForCall = origin !== null && !options.readOnly;
    read = whenMuch || changesForCall ? readInTurn(client, whenMuch) : undefined;
    const tx = new Tx(tenantId, runner.manager, client, actor, origin, texts);
    tx.attempt = attempt;
    const result = await work(tx);
    if (tx.changed.size > 0) await tellChanges(tx);
    const { events, afterwards } = await tx.commit();
    finished = true;
    if (events.length > 0) published(events);
    for (const run of afterwards) run();
    return result;
  } catch (error) {
    throw read?.refused ?? error;
  } finally {
    read?.end();
    if (!finished) await rollback(runner);
    Object.assign(runner, { isTransactionActive: false });
    await runner.release();
  }
}
