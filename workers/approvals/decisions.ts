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

/** So many of an organisation are told before it is the next one's turn. */
const portion = 20;

interface Due {
  id: number;
  /** What was over at this moment is told. */
  now: Date;
}

// By the database's clock, which `until` comes from as well: a worker whose clock is ahead would tell too soon.
const tenantsDue = ({ workerDatabase }: Workshop, now: Date | null): Promise<Due[]> =>
  workerDatabase.query<Due[]>(
    `SELECT DISTINCT tenant_id AS id, clock.now FROM request_decision, (SELECT COALESCE($1, now()) AS now) AS clock
     WHERE until <= clock.now`,
    [now],
  );

/**
 * Tells of decisions that can't be undone any more, of all tenants in turn: whoever has thousands of them keeps the others waiting for
 * one portion. What is told and that it isn't held any longer are one transaction: killed in the middle, it is told by whoever
 * comes next, and once.
 * @returns how many were told.
 */
export async function tellDecisions(workshop: Workshop, now: Date | null = null): Promise<number> {
  const failed = new Map<number, number[]>();
  let told = 0;

  /** One portion of each. @returns those who may have more. */
  async function tellSome(tenants: readonly Due[]): Promise<Due[]> {
    const moments = new Map(tenants.map((tenant) => [tenant.id, tenant.now]));
    const more = new Set<number>();
    await eachTenant("decisions", tenants, workshop.log, async (id) => {
      const known = failed.get(id) ?? [];
      failed.set(id, known);
      const before = known.length;
      const some = await tellDecisionsOf(workshop, id, moments.get(id) as Date, { failed: known, atMost: portion });
      told += some;
      // One that failed has had its turn, too: it is passed over from now on, so that this comes to an end.
      if (some + known.length - before === portion) more.add(id);
    });
    return tenants.filter(({ id }) => more.has(id));
  }

  let behind = await tellSome(await tenantsDue(workshop, now));
  while (behind.length > 0) {
    const known = new Set(behind.map(({ id }) => id));
    // Whose time is over only since this began is told of in between, and doesn't make it any longer.
    const others = (await tenantsDue(workshop, now)).filter(({ id }) => !known.has(id));
    behind = (await tellSome([...others, ...behind])).filter(({ id }) => known.has(id));
  }
  return told;
}

/**
 * One that fails keeps none of the others waiting; it is noted in `failed`, and tried again with the next look.
 * @returns how many were told.
 */
export async function tellDecisionsOf(
  { unitOfWork, log }: Pick<Workshop, "unitOfWork" | "log">,
  tenantId: number,
  now: Date,
  { failed, atMost }: { failed: number[]; atMost: number } = { failed: [], atMost: Number.POSITIVE_INFINITY },
): Promise<number> {
  let told = 0;
  for (let tried = 0; tried < atMost; tried++) {
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
  return told;
}

async function tell(tx: Tx, { decided_by, event, people }: DueDecision): Promise<void> {
  const actor = (await tx.one<Actor>(personById, [decided_by])) ?? null;
  for (const id of people) await tellDecision(tx, { data: event, actor }, id);
}
