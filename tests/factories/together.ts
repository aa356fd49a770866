import type { Statement } from "../../server/platform/database/unit-of-work";

/** Writes one record and says its number. */
export type One = (statement: Statement, values?: unknown[]) => Promise<number>;

/** Waits for records whose statements have all been sent: they share their round trips, of which a factory would have fifty. */
export async function together<Name extends string>(
  begun: Record<Name, Promise<number>>,
): Promise<Record<Name, number>> {
  const entries = Object.entries<Promise<number>>(begun);
  const ids = await Promise.all(entries.map(([, id]) => id));
  return Object.fromEntries(entries.map(([name], at) => [name, ids[at]])) as Record<Name, number>;
}
