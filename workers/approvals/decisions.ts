import type { Logger } from "pino";
import type { DataSource } from "typeorm";
import { type DueDecision, takeDueDecision } from "../../server/approvals/decision-undo.service";
import { sql, type Tx, type UnitOfWork } from "../../server/platform/database/unit-of-work";
import type { Actor } from "../../shared/kernel/events";
import { tellDecision } from "../notifications/request.consumers";
import { eachTenant } from "../platform/schedule";

interface Workshop {
  unitOfWork: UnitOfWork;
  /** Works as `portal_worker`: sees which tenants have something to tell. */
  workerDatabase: DataSource;
  log: Logger;
}

const personById = sql(
  "decisions.person",
  "SELECT id, fullname, image FROM app_user WHERE tenant_id = current_tenant() AND id = $1",
);

/**
 * Tells of decisions that can't be undone any more, of all tenants. What is told and that it isn't held any longer are
 * one transaction: killed in the middle, it is told by whoever comes next, and once.
 * @returns how many were told.
 */
export async function tellDecisions(workshop: Workshop, now: Date | null = null): Promise<number> {
  // By the database's clock, which `until` comes from as well: a worker whose clock is ahead would tell too soon.
  const tenants = await workshop.workerDatabase.query<{ id: number; now: Date }[]>(
    `SELECT DISTINCT tenant_id AS id, clock.now FROM request_decision, (SELECT COALESCE($1, now()) AS now) AS clock
     WHERE until <= clock.now`,
    [now],
  );
  let told = 0;
  await eachTenant("decisions", tenants, workshop.log, async (tenantId) => {
    told += await tellDecisionsOf(workshop, tenantId, (tenants[0] as { now: Date }).now);
  });
  return told;
}

/** One that fails keeps none of the others waiting; it is tried again with the next look. */
export async function tellDecisionsOf(
  { unitOfWork, log }: Pick<Workshop, "unitOfWork" | "log">,
  tenantId: number,
  now: Date,
): Promise<number> {
  const failed: number[] = [];
  for (let told = 0; ; ) {
    let taken: number | null = null;
    try {
      await unitOfWork({ tenantId }, async (tx) => {
        const due = await takeDueDecision(tx, now, failed);
        taken = due?.id ?? null;
        if (due) await tell(tx, due);
      });
      if (taken === null) return told;
      told += 1;
    } catch (error) {
      if (taken === null) throw error;
      log.warn({ err: error, decision: taken }, "telling of a decision");
      failed.push(taken);
    }
  }
}

async function tell(tx: Tx, { decided_by, event, people }: DueDecision): Promise<void> {
  const actor = (await tx.one<Actor>(personById, [decided_by])) ?? null;
  for (const id of people) await tellDecision(tx, { data: event, actor }, id);
}
