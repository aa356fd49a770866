import type {
  AllowanceOverride,
  AllowanceRule,
  AllowanceSource,
  EmploymentFacts,
} from "../../../../shared/requests/leave/ledger/entitlement.rules";
import { groupBy } from "../../../../shared/kernel/group-by";
import { sql, type Tx } from "../../../platform/database/unit-of-work";

export interface StoredRule extends AllowanceRule {
  type_id: number;
}

/** Rules of a type with folded locations and all departments of their conditions. $2: rules as JSON instead of the stored ones. */
const rulesOf = sql(
  "leave.allowanceRules",
  `WITH RECURSIVE listed AS (
     SELECT leave_type_id, position, name, location, contract_type, group_id, department_id, days, steps FROM leave_allowance_rule
     WHERE tenant_id = current_tenant() AND $2::jsonb IS NULL AND ($1::bigint IS NULL OR leave_type_id = $1)
     UNION ALL
     SELECT $1, place::int, e->>'name', e->>'location', e->>'contract_type', (e->>'group_id')::bigint,
       (e->>'department_id')::bigint, (e->>'days')::numeric, e->'steps'
     FROM jsonb_array_elements($2::jsonb) WITH ORDINALITY AS a (e, place)
   ), below AS (
     SELECT DISTINCT department_id AS root, department_id AS id FROM listed WHERE department_id IS NOT NULL
     UNION
     SELECT b.root, d.id FROM below b JOIN department d ON d.tenant_id = current_tenant() AND d.parent_id = b.id
   )
   SELECT leave_type_id AS type_id, name, fold(location) AS location, contract_type, group_id, days::float8 AS days, steps,
     CASE WHEN department_id IS NOT NULL THEN ARRAY(SELECT b.id FROM below b WHERE b.root = l.department_id) END AS department_ids
   FROM listed l ORDER BY leave_type_id, position`,
);

// Overrides of the type $1 and of the users $2; null means all.
const selectOverrides = sql(
  "leave.overridesOf",
  `SELECT user_id, leave_type_id AS type_id, lower(during)::text AS from, (upper(during) - 1)::text AS until, days::float8 AS days, reason
   FROM leave_allowance_override
   WHERE tenant_id = current_tenant() AND ($1::bigint IS NULL OR leave_type_id = $1) AND ($2::bigint[] IS NULL OR user_id = ANY($2))
   ORDER BY lower(during)`,
);

const selectEmploymentFacts = sql(
  "leave.employmentFacts",
  `SELECT user_id, lower(period)::text AS from, fold(location) AS location, contract_type, department_id FROM employment
   WHERE tenant_id = current_tenant() AND ($1::bigint[] IS NULL OR user_id = ANY($1)) ORDER BY user_id, lower(period)`,
);
const selectGroups = sql(
  "leave.groupsOf",
  `SELECT user_id, array_agg(group_id) AS ids FROM user_group_member
   WHERE tenant_id = current_tenant() AND ($1::bigint[] IS NULL OR user_id = ANY($1)) GROUP BY user_id`,
);

interface AccountId {
  user_id: number;
  type_id: number;
}
const keyOf = ({ user_id, type_id }: AccountId) => `${user_id} ${type_id}`;

interface SourceFilter {
  typeId: number | null;
  userIds: readonly number[] | null;
  rules?: readonly StoredRule[];
}

/** Returns what determines the allowance of each account besides the leave type; null when only the type determines it. */
export async function readAllowanceSources(
  tx: Tx,
  { typeId, userIds, rules: tried }: SourceFilter,
): Promise<(of: AccountId) => AllowanceSource | null> {
  const users = userIds && [...userIds];
  const rules = groupBy(tried ?? (await readAllowanceRules(tx, typeId)), ({ type_id }) => type_id);
  const byAccount = groupBy(await tx.rows<AllowanceOverride & AccountId>(selectOverrides, [typeId, users]), keyOf);
  if (rules.size === 0 && byAccount.size === 0) return () => null;
  const factsOf = groupBy(
    rules.size === 0 ? [] : await tx.rows<EmploymentFacts & { user_id: number }>(selectEmploymentFacts, [users]),
    ({ user_id }) => user_id,
  );
  const groupsOf = new Map(
    rules.size === 0
      ? []
      : (await tx.rows<{ user_id: number; ids: number[] }>(selectGroups, [users])).map(({ user_id, ids }) => [
          user_id,
          ids,
        ]),
  );
  return (of) => {
    const [own, exceptions] = [rules.get(of.type_id) ?? [], byAccount.get(keyOf(of)) ?? []];
    if (own.length === 0 && exceptions.length === 0) return null;
    return {
      rules: own,
      overrides: exceptions,
      facts: own.length === 0 ? [] : (factsOf.get(of.user_id) ?? []),
      group_ids: groupsOf.get(of.user_id) ?? [],
    };
  };
}

/** Rules by type and order; `tried` are unsaved rules of the type. */
export const readAllowanceRules = (tx: Tx, typeId: number | null, tried?: readonly object[]): Promise<StoredRule[]> =>
  tx.rows<StoredRule>(rulesOf, [typeId, tried ? JSON.stringify(tried) : null]);
