import type { InferType } from "yup";
import type { ReplyOf } from "../../../../shared/kernel/endpoint";
import { tenantStream } from "../../../../shared/kernel/events";
import { type FieldErrors, Problem } from "../../../../shared/kernel/problems";
import { plannedAllowance } from "../../../../shared/requests/leave/ledger/grants.rules";
import type {
  AllowanceRules,
  previewAllowanceRules,
} from "../../../../shared/requests/leave/ledger/allowances.contract";
import type { allowanceRulesSchema } from "../../../../shared/requests/leave/ledger/allowances.schema";
import { tenantToday } from "../../../platform/database/tenant-today";
import { sql, type Tx } from "../../../platform/database/unit-of-work";
import { logSecurity } from "../../../platform/security-log";
import { readLeaveAccounts } from "./accounts.read";
import { entitledAfter, grantAllowances, inChunks } from "./allowance.service";
import { readAllowanceRules, readAllowanceSources } from "./entitlement.read";
import { LeaveTypeEntity } from "../types/leave.entity";
import { lockedType } from "../types/types.service";

type Input = InferType<typeof allowanceRulesSchema>;

const selectRules = sql(
  "leave.allowanceRules.list",
  `SELECT name, location, contract_type, group_id, department_id, days::float8 AS days, steps FROM leave_allowance_rule
   WHERE tenant_id = current_tenant() AND leave_type_id = $1 ORDER BY position`,
);
const selectDepartments = sql(
  "leave.allowanceRules.departments",
  "SELECT id, name FROM department WHERE tenant_id = current_tenant() ORDER BY name COLLATE reader, id",
);
const selectGroups = sql(
  "leave.allowanceRules.groups",
  "SELECT id, title AS name FROM user_group WHERE tenant_id = current_tenant() ORDER BY title COLLATE reader, id",
);
const selectLocations = sql(
  "leave.allowanceRules.locations",
  `SELECT min(location) AS name FROM app_user WHERE tenant_id = current_tenant() AND active AND location IS NOT NULL
   GROUP BY location_key ORDER BY 1`,
);

/** @throws Problem 404. */
export async function loadAllowanceRules(tx: Tx, typeId: number): Promise<AllowanceRules> {
  const type = await tx.repo(LeaveTypeEntity).findOne({ id: typeId });
  if (!type) throw new Problem("notFound");
  return {
    version: type.version,
    rules: await tx.rows<AllowanceRules["rules"][number]>(selectRules, [typeId]),
    departments: await tx.rows<AllowanceRules["departments"][number]>(selectDepartments),
    groups: await tx.rows<AllowanceRules["groups"][number]>(selectGroups),
    locations: (await tx.rows<{ name: string }>(selectLocations)).map(({ name }) => name),
  };
}

const unknownReferences = sql(
  "leave.allowanceRules.unknown",
  `SELECT (place - 1)::int AS at, (e->>'group_id') IS NOT NULL AND g.id IS NULL AS no_group,
     (e->>'department_id') IS NOT NULL AND d.id IS NULL AS no_department
   FROM jsonb_array_elements($1::jsonb) WITH ORDINALITY AS a (e, place)
   LEFT JOIN user_group g ON g.tenant_id = current_tenant() AND g.id = (e->>'group_id')::bigint
   LEFT JOIN department d ON d.tenant_id = current_tenant() AND d.id = (e->>'department_id')::bigint`,
);

/** @throws Problem 422 for unknown groups and departments. */
async function checkedRules(tx: Tx, { rules }: Input): Promise<string> {
  const json = JSON.stringify(rules.map((rule) => ({ ...rule, steps: rule.steps ?? [] })));
  const rows = await tx.rows<{ at: number; no_group: boolean; no_department: boolean }>(unknownReferences, [json]);
  const errors: FieldErrors = {};
  for (const { at, no_group, no_department } of rows) {
    if (no_group) errors[`rules.${at}.group_id`] = ["field.unknown"];
    if (no_department) errors[`rules.${at}.department_id`] = ["field.unknown"];
  }
  if (Object.keys(errors).length > 0) throw new Problem("request.invalid", { errors });
  return json;
}

const deleteRules = sql(
  "leave.allowanceRules.remove",
  "DELETE FROM leave_allowance_rule WHERE tenant_id = current_tenant() AND leave_type_id = $1",
);
const insertRules = sql(
  "leave.allowanceRules.insert",
  `INSERT INTO leave_allowance_rule (tenant_id, leave_type_id, position, name, location, contract_type, group_id, department_id, days, steps)
   SELECT current_tenant(), $1, place - 1, e->>'name', e->>'location', e->>'contract_type', (e->>'group_id')::bigint,
     (e->>'department_id')::bigint, (e->>'days')::numeric, e->'steps'
   FROM jsonb_array_elements($2::jsonb) WITH ORDINALITY AS a (e, place)`,
);

/**
 * Replaces the rules and recalculates the allowances of this and next year.
 * @throws Problem 404; 409 when the version is stale; 422 for unknown groups and departments.
 */
export async function saveAllowanceRules(tx: Tx, typeId: number, input: Input): Promise<AllowanceRules> {
  const type = await lockedType(tx, typeId);
  if (input.version !== undefined && input.version !== type.version) {
    throw new Problem("leave.typeStale", { record: { id: typeId, version: type.version } });
  }
  const rules = await checkedRules(tx, input);
  await tx.rows(deleteRules, [typeId]);
  await tx.rows(insertRules, [typeId, rules]);
  await tx.repo(LeaveTypeEntity).update({ id: typeId }, { version: () => "version + 1" });
  await grantAllowances(tx, { typeId, cause: "allowance_rules" });
  tx.emit("leave.settings_changed", tenantStream(tx.tenantId), { what: "types" });
  logSecurity(tx, { kind: "leave_settings_changed", facts: { scope: "types", change: "changed", record: typeId } });
  return loadAllowanceRules(tx, typeId);
}

type Preview = ReplyOf<typeof previewAllowanceRules>["data"];

/** Limit of users returned by a preview. */
const maxPreviewed = 500;

const selectPeopleInOrder = sql(
  "leave.allowanceRules.people",
  `SELECT u.id, u.fullname, u.image FROM unnest($1::bigint[]) WITH ORDINALITY AS a (id, place)
   JOIN app_user u ON u.tenant_id = current_tenant() AND u.id = a.id ORDER BY place`,
);

/** Allowances of this year before and after a change of the rules. @throws Problem 404; 422 for unknown groups and departments. */
export async function previewRules(tx: Tx, typeId: number, input: Input): Promise<Preview> {
  const type = await tx.repo(LeaveTypeEntity).findOne({ id: typeId });
  if (!type) throw new Problem("notFound");
  const rules = await readAllowanceRules(tx, typeId, JSON.parse(await checkedRules(tx, input)) as object[]);
  const rows: (Omit<Preview["rows"][number], "person"> & { id: number })[] = [];
  const year = Number((await tenantToday(tx)).slice(0, 4));
  for await (const scheduledUserIds of inChunks(tx, entitledAfter)) {
    const after = await readAllowanceSources(tx, { typeId, userIds: scheduledUserIds, rules });
    for (const account of await readLeaveAccounts(tx, { typeId, scheduledUserIds })) {
      if (!account.of) continue;
      const standing = account.years.get(year) ?? { given: [] };
      const planned = plannedAllowance(year, { ...account.of, source: after(account) }, standing);
      const last = planned.segments.at(-1);
      rows.push({
        id: account.user_id,
        before: plannedAllowance(year, account.of, standing).days,
        after: planned.days,
        rule: last?.rule ?? null,
        override: last?.override ?? null,
        seniority: last?.seniority ?? null,
      });
    }
  }
  const changed = rows.filter(({ before, after }) => before !== after);
  const same = rows.filter(({ before, after }) => before === after);
  const previewedRows = [...changed, ...same].slice(0, maxPreviewed);
  const people = await tx.rows<Preview["rows"][number]["person"]>(selectPeopleInOrder, [
    previewedRows.map(({ id }) => id),
  ]);
  const byId = new Map(people.map((person) => [person.id, person]));
  return {
    year,
    people: rows.length,
    changed: changed.length,
    rows: previewedRows.flatMap(({ id, ...row }) => {
      const person = byId.get(id);
      return person ? [{ person, ...row }] : [];
    }),
  };
}
