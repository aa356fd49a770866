import type { Logger } from "pino";
import type Stripe from "stripe";
import type { DataSource } from "typeorm";
import { sql, type UnitOfWork } from "../../platform/database/unit-of-work";
import { isHandledEventKind } from "./provider-events.service";
import { insertRepair } from "./sync.sql";
import { type SyncDifference, syncWithProvider } from "./sync.service";
import { queryRows, sharedSql } from "../../platform/database/statements";

interface Needs {
  /** Connected as `portal_worker`, which can read events before their tenant has been determined. */
  workerDatabase: DataSource;
  unitOfWork: UnitOfWork;
  provider: () => Promise<{ stripe: Stripe }>;
  log: Logger;
}

interface PendingEvent {
  id: string;
  kind: string;
  tenant_id: number | null;
}

const batchSize = 200;
/** Attempts are made within about half an hour; afterwards the daily reconciliation repairs the state. */
const maxAttempts = 10;

const markApplied = sql(
  "providerEvent.applied",
  "UPDATE provider_event SET state = 'applied', settled_at = now() WHERE id = ANY($1) AND state = 'pending'",
);

const pendingEvents = sharedSql(
  "providerEvents.pending",
  `SELECT e.id, e.kind, c.tenant_id FROM provider_event e LEFT JOIN subscription_customer c USING (customer_id)
     WHERE e.state = 'pending' AND e.received_at + (e.attempts * e.attempts) * interval '20 seconds' <= now()
     ORDER BY e.received_at LIMIT ${batchSize}`,
);

/**
 * Applies received provider events: once per tenant, from the provider's current objects, in the transaction that marks the tenant's
 * events. Duplicate, late or reordered events therefore make no difference. Events of unknown customers or kinds are stored and logged.
 * @returns the number of events processed.
 */
export async function applyProviderEvents({ workerDatabase, unitOfWork, provider, log }: Needs): Promise<number> {
  const pending = await queryRows<PendingEvent>(workerDatabase, pendingEvents);
  const byTenant = new Map<number, string[]>();
  for (const event of pending) {
    if (!isHandledEventKind(event.kind)) await postpone(workerDatabase, log, event, "unknown");
    else if (event.tenant_id === null) await postpone(workerDatabase, log, event, "foreign");
    else byTenant.set(event.tenant_id, [...(byTenant.get(event.tenant_id) ?? []), event.id]);
  }
  if (byTenant.size === 0) return pending.length;
  const { stripe } = await provider();
  for (const [tenantId, ids] of byTenant) {
    try {
      await unitOfWork({ tenantId }, async (tx) => {
        await syncWithProvider(tx, stripe, log);
        await tx.rows(markApplied, [ids]);
      });
    } catch (error) {
      log.warn({ err: error, tenant: tenantId, events: ids }, "payment events");
      await countAttempt(workerDatabase, ids, (error as Error).message);
    }
  }
  return pending.length;
}

async function postpone(
  database: DataSource,
  log: Logger,
  event: PendingEvent,
  state: "unknown" | "foreign",
): Promise<void> {
  await database.query("UPDATE provider_event SET state = $2, settled_at = now() WHERE id = $1 AND state = 'pending'", [
    event.id,
    state,
  ]);
  log.warn(
    { event: event.id, kind: event.kind, state },
    "payment event stored but not applied: npm run tenant -- payments",
  );
}

async function countAttempt(database: DataSource, ids: readonly string[], message: string): Promise<void> {
  await database.query(
    `UPDATE provider_event SET attempts = attempts + 1, error = $2,
       state = CASE WHEN attempts + 1 >= ${maxAttempts} THEN 'failed' ELSE state END,
       settled_at = CASE WHEN attempts + 1 >= ${maxAttempts} THEN now() ELSE settled_at END
     WHERE id = ANY($1) AND state = 'pending'`,
    [ids, message],
  );
}

/**
 * Reconciles one tenant with the provider, independently of events.
 * @returns the differences, which are also repaired and logged.
 */
export async function reconcileSubscription(
  { unitOfWork, provider, log }: Omit<Needs, "workerDatabase">,
  tenantId: number,
): Promise<SyncDifference[]> {
  const { stripe } = await provider();
  const differences = await unitOfWork({ tenantId }, async (tx) => {
    const found = await syncWithProvider(tx, stripe, log);
    if (found.length > 0) await tx.rows(insertRepair, [JSON.stringify(found)]);
    return found;
  });
  if (differences.length > 0)
    log.warn({ tenant: tenantId, differences }, "differences from the payment provider corrected");
  return differences;
}
