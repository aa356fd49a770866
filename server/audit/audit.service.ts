import type { InferType } from "yup";
import type { parkedEventReply } from "../../shared/audit/audit.contract";
import { Problem } from "../../shared/kernel/problems";
import { sql, type Tx } from "../platform/database/unit-of-work";

// Of what an event carries the numbers of its records alone: events of all kinds fail, also those with what is said in a project, with
// amounts, and with the words of a private booking, and whoever reads this list reads none of these elsewhere.
const numbers = `(SELECT COALESCE(jsonb_object_agg(f.key, f.value), '{}') FROM jsonb_each(e.data) AS f
   WHERE f.key ~ '(^|_)id$' AND jsonb_typeof(f.value) = 'number')`;
const parked = sql(
  "audit.parked",
  `SELECT id, type, stream, revision, at, parked_at, attempts, last_error, ${numbers} AS data FROM domain_event e
   WHERE tenant_id = current_tenant() AND parked_at IS NOT NULL ORDER BY parked_at DESC, id DESC LIMIT 200`,
);

// The first line says what failed; the rest is for the log.
export async function listParkedEvents(tx: Tx): Promise<InferType<typeof parkedEventReply>[]> {
  type Row = InferType<typeof parkedEventReply> & { at: Date; parked_at: Date };
  const rows = await tx.rows<Row>(parked);
  return rows.map((row) => ({
    ...row,
    at: row.at.toISOString(),
    parked_at: row.parked_at.toISOString(),
    last_error: row.last_error?.split("\n")[0] ?? null,
  }));
}

// Redrive finds it within seconds, whichever worker is there.
const unpark = sql(
  "audit.unpark",
  `UPDATE domain_event SET parked_at = NULL, attempts = 0
   WHERE tenant_id = current_tenant() AND id = $1 AND parked_at IS NOT NULL RETURNING id`,
);

/** @throws Problem 404 when no such event is parked. */
export async function retryParkedEvent(tx: Tx, id: number): Promise<void> {
  if (!(await tx.one(unpark, [id]))) throw new Problem("notFound");
}
