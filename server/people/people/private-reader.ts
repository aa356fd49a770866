import { sql, type Tx } from "../../platform/database/unit-of-work";
import type { Actor } from "../../platform/session";

const setReader = sql("people.reader", "SELECT set_config('app.reader_id', $1, true)");

/** After this call, row policies decide access to private fields as for this user. */
export async function setPrivateReader(tx: Tx, readerId: number): Promise<void> {
  await tx.rows(setReader, [String(readerId)]);
}

/**
 * Like `setPrivateReader`, for cases where only the row policies check access. They check the user's role but not the scopes of an API
 * token, so with a token that lacks the scope `user-edit` no private data is read.
 */
export async function setPrivateReaderFor(tx: Tx, { id, apiToken, permissions }: Actor): Promise<void> {
  if (!apiToken || permissions.has("user-edit")) await setPrivateReader(tx, id);
}
