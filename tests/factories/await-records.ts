import type { StatementFor } from "../../server/platform/database/unit-of-work";

export type InsertOne = (statement: StatementFor<{ id: number }>, values?: unknown[]) => Promise<number>;

/** Awaits records whose statements have all been sent, so that they share round trips. */
export async function awaitRecords<Name extends string>(
  begun: Record<Name, Promise<number>>,
): Promise<Record<Name, number>> {
  const entries = Object.entries<Promise<number>>(begun);
  const ids = await Promise.all(entries.map(([, id]) => id));
  return Object.fromEntries(entries.map(([name], at) => [name, ids[at]])) as Record<Name, number>;
}

/** Records to which the records of features refer; all their texts contain `mark`. */
export interface RecordContext {
  mark: string;
  /** A day of the month or a position, so that two marks of one tenant don't collide on unique keys. */
  place: number;
  admin: number;
  employee: number;
  task: number;
  /** Inserts a file without bytes. */
  file: () => Promise<number>;
}

/**
 * Inserts one record for each entity that the feature's calls have in their paths and bodies, with the entity's name as key. Exported as
 * `makeRecords` by `tests/<domain>/<feature>/<feature>.records.ts`.
 */
export type MakeRecords = (one: InsertOne, context: RecordContext) => Promise<Record<string, number>>;
