import { sql, type Tx } from "../platform/database/unit-of-work";

const setReader = sql("people.reader", "SELECT set_config('app.reader_id', $1, true)");

/** From here on the transaction reads and writes private fields as this person may: the database asks. */
export async function readPrivateAs(tx: Tx, readerId: number): Promise<void> {
  await tx.rows(setReader, [String(readerId)]);
}
