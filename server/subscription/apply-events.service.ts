import type { Logger } from "pino";
import type Stripe from "stripe";
import type { DataSource } from "typeorm";
import { sql, type UnitOfWork } from "../platform/database/unit-of-work";
import { isKnownKind } from "./provider-events.service";
import { reportRepair } from "./sync.sql";
import { type Difference, syncWithProvider } from "./sync.service";

interface Needs {
  /** Works as `portal_worker`: reads what has come before it is known whose it is. */
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

const atOnce = 200;
/** About half an hour; afterwards the daily comparison is what mends it. */
const mostAttempts = 10;

const markApplied = sql(
  "providerEvent.applied",
  "UPDATE provider_event SET state = 'applied', settled_at = now() WHERE id = ANY($1) AND state = 'pending'",
);

/**
 * Applies what the provider has sent: for each organisation once, from the objects as they are now, in the transaction that
 * marks its events. What came twice, late or in another order makes no difference; what is of nobody, or of a kind that we
 * don't know, is kept and said in the log.
 * @returns how many events were looked at.
 */
export async function applyProviderEvents({ workerDatabase, unitOfWork, provider, log }: Needs): Promise<number> {
  const pending = await workerDatabase.query<PendingEvent[]>(
    `SELECT e.id, e.kind, c.tenant_id FROM provider_event e LEFT JOIN subscription_customer c USING (customer_id)
     WHERE e.state = 'pending' AND e.received_at + (e.attempts * e.attempts) * interval '20 seconds' <= now()
     ORDER BY e.received_at LIMIT ${atOnce}`,
  );
  const byTenant = new Map<number, string[]>();
  for (const event of pending) {
    if (!isKnownKind(event.kind)) await setAside(workerDatabase, log, event, "unknown");
    else if (event.tenant_id === null) await setAside(workerDatabase, log, event, "foreign");
    else byTenant.set(event.tenant_id, [...(byTenant.get(event.tenant_id) ?? []), event.id]);
  }
  if (byTenant.size === 0) return pending.length;
  const { stripe } = await provider();
  for (const [tenantId, ids] of byTenant) {
    try {
      await unitOfWork({ tenantId }, async (tx) => {
        await syncWithProvider(tx, stripe);
        await tx.rows(markApplied, [ids]);
      });
    } catch (error) {
      log.warn({ err: error, tenant: tenantId, events: ids }, "payment events");
      await countAttempt(workerDatabase, ids, (error as Error).message);
    }
  }
  return pending.length;
}

async function setAside(
  database: DataSource,
  log: Logger,
  event: PendingEvent,
  state: "unknown" | "foreign",
): Promise<void> {
  await database.query("UPDATE provider_event SET state = $2, settled_at = now() WHERE id = $1 AND state = 'pending'", [
    event.id,
    state,
  ]);
  log.warn({ event: event.id, kind: event.kind, state }, "payment event kept, not applied: npm run tenant -- payments");
}

async function countAttempt(database: DataSource, ids: readonly string[], message: string): Promise<void> {
  await database.query(
    `UPDATE provider_event SET attempts = attempts + 1, error = $2,
       state = CASE WHEN attempts + 1 >= ${mostAttempts} THEN 'failed' ELSE state END,
       settled_at = CASE WHEN attempts + 1 >= ${mostAttempts} THEN now() ELSE settled_at END
     WHERE id = ANY($1) AND state = 'pending'`,
    [ids, message],
  );
}

/** Compares one organisation with the provider, whatever was sent, and reports what it had to put right. */
export async function reconcile(
  { unitOfWork, provider, log }: Omit<Needs, "workerDatabase">,
  tenantId: number,
): Promise<Difference[]> {
  const { stripe } = await provider();
  const differences = await unitOfWork({ tenantId }, async (tx) => {
    const found = await syncWithProvider(tx, stripe);
    if (found.length > 0) await tx.rows(reportRepair, [JSON.stringify(found)]);
    return found;
  });
  if (differences.length > 0)
    log.warn({ tenant: tenantId, differences }, "differed from the payment provider, put right");
  return differences;
}
