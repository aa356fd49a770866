import type { Actor, LiveEvent, StreamName, DomainEvents } from "../../../shared/kernel/events";
import type pg from "pg";
import type { DataSource, EntityManager, EntityTarget, ObjectLiteral } from "typeorm";
import type { Language } from "../../../shared/kernel/languages";
import { Problem } from "../../../shared/kernel/problems";
import { appendEvents, maxEvents, type PendingEvent, serializeEvents } from "./append-events";
import type { CallOrigin } from "../call-origin";
import type { CleanedTexts } from "../rich-text/rich-text-fields";
import { beginTransaction, rollback } from "./connection";
import { withCollation } from "./reader-collation";
import { type Statement, type StatementFor, unnamedSql } from "./statements";
import { TenantRepository } from "./tenant-repository";
import { deferRejection } from "../defer-rejection";
import { currentTraceparent, span } from "../tracing/tracing";

// Statements are in a separate module because append-events.ts makes some while this module loads.
// oxlint-disable-next-line portal/no-barrel -- callers need both, and have one address for them
export { namedStatements, sql, sqlByKey, type Statement, type StatementFor, unnamedSql } from "./statements";

/** Unnamed statements are planned for their values, unlike all others (`plannerSettings`). */
const planForValues = unnamedSql("SET LOCAL plan_cache_mode = force_custom_plan");

export interface CommittedEvent {
  tenantId: number;
  stream: StreamName;
  /** Absent in jobs created by servers of an earlier version. */
  epoch?: string;
  event: LiveEvent;
  /** Traceparent of the transaction, if it is traced. */
  trace?: string;
}

/**
 * One transaction, bound to one tenant. Emitted events are written in the same transaction, as late as possible: the stream's lock gives
 * gap-free revisions in commit order and is held only through the commit.
 */
export class Tx {
  private readonly pending: PendingEvent[] = [];
  private readonly commitCallbacks: (() => void)[] = [];
  private readonly sent: Promise<unknown>[] = [];
  private plansForValues = false;
  /** Language whose collation sorts names. */
  language: Language = "en";
  /** Ids of changed records by kind; their events are emitted after all writes. */
  readonly changed = new Map<string, Set<number>>();

  constructor(
    readonly tenantId: number,
    readonly manager: EntityManager,
    private readonly client: pg.PoolClient,
    /** The actor; null for schedules and before sign-in. Set as soon as it is known. */
    public actor: Actor | null = null,
    /** The HTTP call that started the transaction; null for schedules. */
    readonly origin: CallOrigin | null = null,
    /** Rich texts sanitized before the transaction. */
    readonly texts: CleanedTexts = new Map(),
  ) {}

  repo<Row extends ObjectLiteral>(entity: EntityTarget<Row>): TenantRepository<Row> {
    return new TenantRepository(this.manager.getRepository(entity), this.tenantId);
  }

  async rows<Row>(statement: StatementFor<NoInfer<Row>>, values: unknown[] = []): Promise<Row[]> {
    if (statement.name === "" && !this.plansForValues) {
      this.plansForValues = true;
      this.send(planForValues);
    }
    return (await this.client.query({ ...withCollation(this.language, statement), values })).rows as Row[];
  }

  async one<Row>(statement: StatementFor<NoInfer<Row>>, values: unknown[] = []): Promise<Row | undefined> {
    return (await this.rows<Row>(statement, values))[0];
  }

  /** Sends a write without waiting for its result: it shares a round trip with the commit. If the write fails, the commit fails too. */
  send(statement: Statement, values: unknown[] = []): void {
    this.sent.push(deferRejection(this.client.query({ ...statement, values }))); // awaited by commit()
  }

  /**
   * Emits an event to the followers of `stream`; it is written in the transaction of the change. `actor` differs from the transaction's
   * actor if changes of several users share the transaction.
   * @throws Problem 422 above the limit of events per transaction.
   */
  emit<Type extends keyof DomainEvents & string>(
    type: Type,
    stream: StreamName,
    data: DomainEvents[Type],
    actor: Actor | null = this.actor,
  ): void {
    if (this.pending.length >= maxEvents) throw new Problem("request.tooMuch");
    this.pending.push({ stream, actor, type, data });
  }

  get eventCount(): number {
    return this.pending.length;
  }

  /** Marks a record as changed. Its event data is read once, after all other writes. */
  markChanged(kind: string, id: number): void {
    const ids = this.changed.get(kind);
    if (ids) ids.add(id);
    else this.changed.set(kind, new Set([id]));
  }

  /** Runs once the transaction has committed; for effects that can't be rolled back. */
  afterCommit(run: () => void): void {
    this.commitCallbacks.push(run);
  }

  /**
   * Writes the events and commits, in one round trip.
   * @throws Error when the database rolled back: a COMMIT after a failed statement reports no error.
   * @throws Problem 422 above the limit of events per transaction.
   */
  async commit(): Promise<{ events: CommittedEvent[]; commitCallbacks: (() => void)[] }> {
    const text = serializeEvents(this.pending); // runs before anything is sent, because the COMMIT is sent without waiting for it
    const appended = deferRejection(appendEvents(this, text));
    const committed = deferRejection(this.client.query("COMMIT"));
    await Promise.all(this.sent);
    const events = await appended;
    if ((await committed).command !== "COMMIT") throw new Error("The transaction was rolled back at commit");
    return { events, commitCallbacks: this.commitCallbacks };
  }
}

export interface UnitOfWorkOptions {
  tenantId: number;
  /** Uses a read-only snapshot, so that all statements read the same state. */
  readOnly?: boolean;
  actor?: Actor | null;
  origin?: CallOrigin | null;
  texts?: CleanedTexts;
}

/** Deadlock and serialization failure: the failed transaction is retried. */
const retryableCodes = new Set(["40P01", "40001"]);

function codeOf(error: unknown): string | undefined {
  const raw = error as { code?: string; driverError?: { code?: string } };
  return raw?.driverError?.code ?? raw?.code;
}

/** Runs a transaction, up to four times if it conflicts with others. `run` begins and rolls back the transaction itself. */
export async function retryConflicts<Result>(run: (attempt: number) => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run(attempt);
    } catch (error) {
      if (attempt >= 4 || !retryableCodes.has(codeOf(error) ?? "")) throw error;
    }
  }
}

export interface UnitOfWork {
  <Result>(options: UnitOfWorkOptions, work: (tx: Tx) => Promise<Result>): Promise<Result>;
}

/** Emits the events of changed records as the last step before the commit. Injected because it depends on every feature. */
export type EmitChanges = (tx: Tx) => Promise<void>;

/**
 * Runs `work` in one transaction with the tenant set, and publishes its events after the commit. `work` may run more than once (deadlocks):
 * effects outside the database belong in `tx.afterCommit`.
 */
export function createUnitOfWork(
  database: DataSource,
  published: (events: CommittedEvent[]) => void,
  tellChanges: EmitChanges = () => Promise.resolve(),
): UnitOfWork {
  return (options, work) =>
    retryConflicts((attempt) =>
      span("unit of work", { tenant: options.tenantId, attempt }, () =>
        runOnce(database, options, work, published, tellChanges),
      ),
    );
}

async function runOnce<Result>(
  database: DataSource,
  options: UnitOfWorkOptions,
  work: (tx: Tx) => Promise<Result>,
  published: (events: CommittedEvent[]) => void,
  tellChanges: EmitChanges,
): Promise<Result> {
  const runner = database.createQueryRunner();
  let finished = false;
  try {
    const client = await beginTransaction(runner, options);
    const { tenantId, actor = null, origin = null, texts } = options;
    const tx = new Tx(tenantId, runner.manager, client, actor, origin, texts);
    const result = await work(tx);
    if (tx.changed.size > 0) await tellChanges(tx);
    const { events, commitCallbacks } = await tx.commit();
    finished = true;
    const trace = currentTraceparent();
    if (events.length > 0) published(trace === undefined ? events : events.map((event) => ({ ...event, trace })));
    for (const run of commitCallbacks) run();
    return result;
  } finally {
    if (!finished) await rollback(runner);
    await runner.release();
  }
}
