import type { DataSource, EntityManager } from "typeorm";
import { plannerSettings } from "../../../server/platform/database/database";
import { namedStatements } from "../../../server/platform/database/unit-of-work";

interface Plan {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Cond"?: string;
  Plans?: Plan[];
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

const asTheApplication = ["role=portal_app", ...plannerSettings].map((one) => `SET LOCAL ${one}`).join("; ");

/** Statements that only end a part of a transaction have no plan, and new organisations are made by the owner. */
const unplanned = /^\s*(ROLLBACK TO |RELEASE )?SAVEPOINT |^\s*INSERT INTO tenant(_domain)? /;

/** The plan that is made without values while this organisation is served. */
async function planned(manager: EntityManager, tenantId: number, text: string): Promise<Plan> {
  await manager.query("SELECT set_config('app.tenant_id', $1, true)", [String(tenantId)]);
  const [row] = await manager.query<[{ "QUERY PLAN": [{ Plan: Plan }] }]>(
    `EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${text}`,
  );
  return row["QUERY PLAN"][0].Plan;
}

/** Reads a table, or an index from end to end, in which all organisations have rows. */
const readsAll = (plan: Plan, fenced: ReadonlySet<string>): boolean =>
  plan["Node Type"].endsWith("Scan") &&
  plan["Node Type"] !== "Bitmap Heap Scan" && // what it reads, its index says
  fenced.has(plan["Relation Name"] ?? "") &&
  plan["Index Cond"] === undefined;

/** All statements with a name: those that are planned otherwise for one organisation than for the other, and those that read everybody's rows. */
export async function plansOf(owner: DataSource, [one, other]: readonly [number, number]) {
  const differing: string[] = [];
  const whole: string[] = [];
  const tables = await owner.query<{ name: string }[]>(
    // In a table of a few rows everything costs the same.
    `SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'tenant_id'
     WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND c.reltuples > 50`,
  );
  const fenced = new Set(tables.map(({ name }) => name));
  const statements = [...namedStatements()].filter(([, text]) => !unplanned.test(text));
  await owner.transaction(async (manager) => {
    await manager.query(asTheApplication);
    for (const [name, text] of statements) {
      const plans = [await planned(manager, one, text), await planned(manager, other, text)] as const;
      if (JSON.stringify(plans[0]) !== JSON.stringify(plans[1])) differing.push(name);
      if (nodesOf(plans[1]).some((plan) => readsAll(plan, fenced))) whole.push(name);
    }
  });
  return { differing, whole, known: statements.length };
}
