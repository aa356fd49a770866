import { type DueDecision, claimDueDecision } from "../../../server/approvals/approvals/decision-undo.service";
import { sql, type Tx } from "../../../server/platform/database/unit-of-work";
import type { Actor } from "../../../shared/kernel/events";
import { notifyOfDecision } from "./request.consumers";
import type { TenantWorkContext } from "../../platform/features";
import { eachTenant } from "../../platform/schedule";
import { queryRows, sharedSql } from "../../../server/platform/database/statements";

const selectUser = sql(
  "decisions.person",
  "SELECT id, fullname, image FROM app_user WHERE tenant_id = current_tenant() AND id = $1",
);

const selectIsOver = sql(
  "decisions.requestIsOver",
  "SELECT id FROM request WHERE tenant_id = current_tenant() AND id = $1 AND status IN ('cancelled', 'expired')",
);

const batchSize = 20;

interface Due {
  id: number;
  /** Decisions that are due at this time are published. */
  now: Date;
}

const selectTenantsWithDueDecisions = sharedSql(
  "decisions.tenantsDue",
  `SELECT DISTINCT tenant_id AS id, clock.now FROM request_decision, (SELECT COALESCE($1, now()) AS now) AS clock
     WHERE until <= clock.now`,
);

// Uses the database clock, as the column `until` does; a fast worker clock would publish too early.
const tenantsDue = ({ workerDatabase }: TenantWorkContext, now: Date | null): Promise<Due[]> =>
  queryRows<Due>(workerDatabase, selectTenantsWithDueDecisions, [now]);

/**
 * Publishes decisions whose undo window has ended, in batches per tenant so that large tenants do not delay others. Each decision is
 * published and released in one transaction, so that a crash neither loses nor repeats it.
 * @returns the number of published decisions
 */
export async function publishDecisions(context: TenantWorkContext, now: Date | null = null): Promise<number> {
  const failed = new Map<number, number[]>();
  let published = 0;

  /** Processes one batch per tenant. @returns tenants that may have more due decisions. */
  async function publishBatches(tenants: readonly Due[]): Promise<Due[]> {
    const moments = new Map(tenants.map((tenant) => [tenant.id, tenant.now]));
    const unfinishedIds = new Set<number>();
    await eachTenant("decisions", tenants, context.log, async (id) => {
      const failedIds = failed.get(id) ?? [];
      failed.set(id, failedIds);
      const before = failedIds.length;
      const count = await publishTenantDecisions(context, id, moments.get(id) as Date, {
        failed: failedIds,
        atMost: batchSize,
      });
      published += count;
      // Failed decisions count toward the batch size and are skipped for the rest of the run, so that the loop terminates.
      if (count + failedIds.length - before === batchSize) unfinishedIds.add(id);
    });
    return tenants.filter(({ id }) => unfinishedIds.has(id));
  }

  let behind = await publishBatches(await tenantsDue(context, now));
  while (behind.length > 0) {
    const behindIds = new Set(behind.map(({ id }) => id));
    // Other tenants whose decisions became due in the meantime get one batch per round, but do not extend the loop.
    const others = (await tenantsDue(context, now)).filter(({ id }) => !behindIds.has(id));
    behind = (await publishBatches([...others, ...behind])).filter(({ id }) => behindIds.has(id));
  }
  return published;
}

/**
 * Publishes the due decisions of a tenant. A decision that fails does not block others; its id is added to `failed`, and the next run
 * retries it.
 * @returns the number of published decisions
 */
export async function publishTenantDecisions(
  { unitOfWork, log }: Pick<TenantWorkContext, "unitOfWork" | "log">,
  tenantId: number,
  now: Date,
  { failed, atMost }: { failed: number[]; atMost: number } = { failed: [], atMost: Number.POSITIVE_INFINITY },
): Promise<number> {
  let published = 0;
  for (let tried = 0; tried < atMost; tried++) {
    let claimedId: number | null = null;
    try {
      await unitOfWork({ tenantId }, async (tx) => {
        const due = await claimDueDecision(tx, now, failed);
        claimedId = due?.id ?? null;
        if (due) await emitDecision(tx, due);
      });
      if (claimedId === null) return published;
      published += 1;
    } catch (error) {
      if (claimedId === null) throw error;
      log.warn({ err: error, decision: claimedId }, "decision notification failed");
      failed.push(claimedId);
    }
  }
  return published;
}

/** A request that was cancelled or has expired during the undo window has notified its users already, so the decision no longer matters. */
async function emitDecision(tx: Tx, { decided_by, event, people }: DueDecision): Promise<void> {
  if (await tx.one(selectIsOver, [event.id])) return;
  const actor = (await tx.one<Actor>(selectUser, [decided_by])) ?? null;
  for (const id of people) await notifyOfDecision(tx, { data: event, actor }, id);
}
