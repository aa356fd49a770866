import type { DataSource } from "typeorm";

interface EventLine {
  id: string;
  kind: string;
  state: string;
  customer_id: string | null;
  received_at: Date;
  error: string | null;
}

const shown = 100;

/** For the operator: what the provider has sent that nothing came of, the latest first. */
export async function paymentReport(owner: DataSource): Promise<string> {
  const events = await owner.query<EventLine[]>(
    `SELECT id, kind, state, customer_id, received_at, error FROM provider_event
     WHERE state IN ('unknown', 'foreign', 'failed') ORDER BY received_at DESC LIMIT ${shown}`,
  );
  if (events.length === 0) return "Everything that the payment provider has sent was applied.";
  return events
    .map(({ received_at, state, kind, id, customer_id, error }) =>
      [received_at.toISOString(), state, kind, id, customer_id ?? "-", error ?? ""].join("  ").trimEnd(),
    )
    .join("\n");
}
