import { sql, type Tx } from "../platform/database/unit-of-work";
import type { Actor } from "../platform/session";

const setReader = sql("people.reader", "SELECT set_config('app.reader_id', $1, true)");

/** From here on the transaction reads and writes private fields as this person may: the database asks. */
export async function readPrivateAs(tx: Tx, readerId: number): Promise<void> {
  await tx.rows(setReader, [String(readerId)]);
}

/**
 * The same where nothing besides the database asks whose fields may be read. It knows what the person's role allows, and not what
 * a personal token was made for: without `user-edit` among that nothing private is read.
 */
export async function readPrivateFor(tx: Tx, { id, apiToken, permissions }: Actor): Promise<void> {
  if (!apiToken || permissions.has("user-edit")) await readPrivateAs(tx, id);
}
