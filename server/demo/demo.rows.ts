import type { DomainEvents } from "../../shared/domain-events";
import type { StreamName } from "../../shared/kernel/events";
import type { DrawnFiles } from "./demo.files";

/** Everything that will be written, as rows of the tables. Ids are given here: the demo is always the same. */
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

/** Collects rows and events of the whole demo. */
export class DemoLog {
  /** @param files What the attachments hold, by name. */
  constructor(readonly files: DrawnFiles = new Map()) {}

  readonly rows: DemoRows = {};
  readonly events: LoggedEvent[] = [];
  private readonly last = new Map<string, number>();
  private readonly minutes = new Map<string, number>();

  /** The next id of a table. */
  id(table: string): number {
    const next = (this.last.get(table) ?? 0) + 1;
    this.last.set(table, next);
    return next;
  }

  add(table: string, row: Record<string, unknown>): void {
    (this.rows[table] ??= []).push(row);
  }

  emit<Type extends keyof DomainEvents & string>(
    type: Type,
    about: { at: number; tenantId: number; stream: StreamName; actorId: number | null },
    data: DomainEvents[Type],
  ): void {
    this.events.push({ ...about, type, data: structuredClone(data) });
  }

  /** What a person has noted on a day so far. */
  minutesOn(userId: number, date: string): number {
    return this.minutes.get(`${userId} ${date}`) ?? 0;
  }

  noteMinutes(userId: number, date: string, minutes: number): void {
    this.minutes.set(`${userId} ${date}`, this.minutesOn(userId, date) + minutes);
  }

  /** The highest id that was given for each table: sequences go on from there. */
  highest(): ReadonlyMap<string, number> {
    return this.last;
  }
}

export const iso = (at: number): string => new Date(at).toISOString();
