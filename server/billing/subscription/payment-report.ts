import type { DataSource } from "typeorm";
import { queryRows, sharedSql } from "../../platform/database/statements";

interface EventLine {
  id: string;
  kind: string;
  state: string;
  customer_id: string | null;
  received_at: Date;
  error: string | null;
}

const maxListed = 100;

const unappliedEvents = sharedSql(
  "providerEvents.unapplied",
  `SELECT id, kind, state, customer_id, received_at, error FROM provider_event
     WHERE state IN ('unknown', 'foreign', 'failed') ORDER BY received_at DESC LIMIT ${maxListed}`,
);

/** Report for the operator on provider events that couldn't be applied, latest first. */
export async function paymentReport(owner: DataSource): Promise<string> {
  const events = await queryRows<EventLine>(owner, unappliedEvents);
  if (events.length === 0) return "All events of the payment provider have been applied.";
  return events
    .map(({ received_at, state, kind, id, customer_id, error }) =>
      [received_at.toISOString(), state, kind, id, customer_id ?? "-", error ?? ""].join("  ").trimEnd(),
    )
    .join("\n");
}
