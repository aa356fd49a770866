import type { DataSource, EntityManager } from "typeorm";
import { plannerSettings } from "../../../server/platform/database/connection-settings";
import { namedStatements } from "../../../server/platform/database/unit-of-work";

interface Plan {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Cond"?: string;
  Plans?: Plan[];
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

const applicationRole = ["role=portal_app", ...plannerSettings].map((one) => `SET LOCAL ${one}`).join("; ");

/** Savepoint statements have no plan, and tenants are created by the owner. */
const unplanned = /^\s*(ROLLBACK TO |RELEASE )?SAVEPOINT |^\s*INSERT INTO tenant(_domain)? /;

async function planned(manager: EntityManager, tenantId: number, text: string): Promise<Plan> {
  await manager.query("SELECT set_config('app.tenant_id', $1, true)", [String(tenantId)]);
  const [row] = await manager.query<[{ "QUERY PLAN": [{ Plan: Plan }] }]>(
    `EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${text}`,
  );
  return row["QUERY PLAN"][0].Plan;
}

/** Whether a plan node scans a table or a whole index with rows of all tenants. */
const readsAll = (plan: Plan, fenced: ReadonlySet<string>): boolean =>
  plan["Node Type"].endsWith("Scan") &&
  plan["Node Type"] !== "Bitmap Heap Scan" && // rated by its index scan
  fenced.has(plan["Relation Name"] ?? "") &&
  plan["Index Cond"] === undefined;

/** Named statements whose plans differ between the two tenants, and statements that read all tenants' rows. */
export async function comparePlans(owner: DataSource, [one, other]: readonly [number, number]) {
  const differing: string[] = [];
  const whole: string[] = [];
  const tables = await owner.query<{ name: string }[]>(
    // Skips small tables, for which all plans cost the same.
    `SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'tenant_id'
     WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND c.reltuples > 50`,
  );
  const fenced = new Set(tables.map(({ name }) => name));
  const statements = [...namedStatements()].filter(([, text]) => !unplanned.test(text));
  await owner.transaction(async (manager) => {
    await manager.query(applicationRole);
    for (const [name, text] of statements) {
      const plans = [await planned(manager, one, text), await planned(manager, other, text)] as const;
      if (JSON.stringify(plans[0]) !== JSON.stringify(plans[1])) differing.push(name);
      if (nodesOf(plans[1]).some((plan) => readsAll(plan, fenced))) whole.push(name);
    }
  });
  return { differing, whole, comparedCount: statements.length };
}
