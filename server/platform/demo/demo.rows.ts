import type { StreamName, DomainEvents } from "../../../shared/kernel/events";

/** A generated demo file; generating it at seeding time keeps binary files out of the repository. */
export interface DrawnFile {
  type: "image/png" | "application/pdf";
  bytes: Buffer;
  preview: Buffer | null;
}
export type DrawnFiles = ReadonlyMap<string, DrawnFile>;

/** All rows to be written, by table. Ids are assigned here so that the demo is deterministic. */
export interface DemoRows {
  [table: string]: Record<string, unknown>[];
}

export interface LoggedEvent {
  at: number;
  tenantId: number;
  stream: StreamName;
  type: keyof DomainEvents & string;
  actorId: number | null;
  data: unknown;
}

const maxInProgress = 5;

export class DemoLog {
  constructor(readonly files: DrawnFiles = new Map()) {}

  readonly rows: DemoRows = {};
  readonly events: LoggedEvent[] = [];
  /** Statements to run once the tenant's rows are written. */
  readonly updates: { tenantId: number; text: string; values: unknown[] }[] = [];
  private readonly last = new Map<string, number>();
  private readonly minutes = new Map<string, number>();
  private readonly inProgress = new Map<number, number>();

  id(table: string): number {
    const next = (this.last.get(table) ?? 0) + 1;
    this.last.set(table, next);
    return next;
  }

  add(table: string, row: Record<string, unknown>): void {
    (this.rows[table] ??= []).push(row);
  }

  /** Adds an update for rows that triggers allow to reach their state only after other rows exist. */
  update(tenantId: number, text: string, values: unknown[]): void {
    this.updates.push({ tenantId, text, values });
  }

  emit<Type extends keyof DomainEvents & string>(
    type: Type,
    about: { at: number; tenantId: number; stream: StreamName; actorId: number | null },
    data: DomainEvents[Type],
  ): void {
    this.events.push({ ...about, type, data: structuredClone(data) });
  }

  minutesOn(userId: number, date: string): number {
    return this.minutes.get(`${userId} ${date}`) ?? 0;
  }

  noteMinutes(userId: number, date: string, minutes: number): void {
    this.minutes.set(`${userId} ${date}`, this.minutesOn(userId, date) + minutes);
  }

  /**
   * Returns the assignee of a task in progress and counts the task. The assignee is `userId` if that user has fewer than five tasks in
   * progress, otherwise the user of the pool with the fewest.
   */
  takeTask(userId: number, pool: readonly number[]): number {
    const count = (id: number) => this.inProgress.get(id) ?? 0;
    const least = pool.reduce((a, b) => (count(b) < count(a) ? b : a), userId);
    const taker = count(userId) < maxInProgress ? userId : least;
    this.inProgress.set(taker, count(taker) + 1);
    return taker;
  }

  /** Highest assigned id by table, to set the sequences. */
  highest(): ReadonlyMap<string, number> {
    return this.last;
  }
}

export const isoInstantOf = (at: number): string => new Date(at).toISOString();
