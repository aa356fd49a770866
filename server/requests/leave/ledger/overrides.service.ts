import type { InferType } from "yup";
import { tenantStream } from "../../../../shared/kernel/events";
import { invalidFieldProblem, Problem } from "../../../../shared/kernel/problems";
import type { AllowanceOverrideRecord } from "../../../../shared/requests/leave/ledger/allowances.contract";
import type { overrideSchema } from "../../../../shared/requests/leave/ledger/allowances.schema";
import { personOrNull } from "../../../platform/database/person-json";
import { mapConstraintErrors } from "../../../platform/database/constraints";
import { tenantToday } from "../../../platform/database/tenant-today";
import { sql, type Tx } from "../../../platform/database/unit-of-work";
import { logSecurity } from "../../../platform/security-log";
import type { Actor } from "../../../platform/session";
import { grantAllowances } from "./allowance.service";
import { requirePerson } from "./balance.read";
import { LeaveTypeEntity } from "../types/leave.entity";
import { authorizeBalance } from "../types/leave.policy";

const columns = `o.id, o.leave_type_id, lower(o.during)::text AS from, (upper(o.during) - 1)::text AS until, o.days::float8 AS days,
  o.reason, ${personOrNull("u")} AS created_by`;

const selectOverrides = sql(
  "leave.overrides.list",
  `SELECT ${columns} FROM leave_allowance_override o LEFT JOIN app_user u ON u.tenant_id = o.tenant_id AND u.id = o.created_by
   WHERE o.tenant_id = current_tenant() AND o.user_id = $1 AND ($2::bigint IS NULL OR o.id = $2) ORDER BY lower(o.during), o.id`,
);

/** @throws Problem 404 when the actor may not see the user's balance. */
export async function readOverrides(tx: Tx, actor: Actor, userId: number): Promise<AllowanceOverrideRecord[]> {
  await requirePerson(tx, userId);
  await authorizeBalance(tx, actor, userId);
  return tx.rows<AllowanceOverrideRecord>(selectOverrides, [userId, null]);
}

const insertOverride = sql(
  "leave.overrides.insert",
  `INSERT INTO leave_allowance_override (tenant_id, user_id, leave_type_id, during, days, reason, created_by)
   VALUES (current_tenant(), $1, $2, daterange($3, $4, '[]'), $5, $6, $7) RETURNING id`,
);

/** @throws Problem 404; 403 for the actor's own balance; 422 for an unknown type and for overlapping periods. */
export async function addOverride(
  tx: Tx,
  actor: Actor,
  userId: number,
  { leave_type_id: typeId, from, until, days, reason }: InferType<typeof overrideSchema>,
): Promise<AllowanceOverrideRecord> {
  if (userId === actor.id) throw new Problem("leave.ownBalance");
  await requirePerson(tx, userId);
  if (!(await tx.repo(LeaveTypeEntity).findOne({ id: typeId })))
    throw invalidFieldProblem("leave_type_id", "field.unknown");
  const values = [userId, typeId, from, until ?? null, days, reason, actor.id];
  const row = await mapConstraintErrors({ leave_allowance_override_once: ["from", "leave.overrideOverlaps"] }, () =>
    tx.one<{ id: number }>(insertOverride, values),
  );
  await recalculate(tx, userId, typeId);
  return (await tx.one<AllowanceOverrideRecord>(selectOverrides, [userId, row?.id ?? null])) as AllowanceOverrideRecord;
}

const selectOverrideOwner = sql(
  "leave.overrides.owner",
  "SELECT user_id FROM leave_allowance_override WHERE tenant_id = current_tenant() AND id = $1",
);
const deleteOverrideRow = sql(
  "leave.overrides.remove",
  "DELETE FROM leave_allowance_override WHERE tenant_id = current_tenant() AND id = $1 RETURNING user_id, leave_type_id AS type_id",
);

/** @throws Problem 404; 403 for the actor's own balance. */
export async function removeOverride(tx: Tx, actor: Actor, id: number): Promise<void> {
  const found = await tx.one<{ user_id: number }>(selectOverrideOwner, [id]);
  if (found?.user_id === actor.id) throw new Problem("leave.ownBalance");
  const row = await tx.one<{ user_id: number; type_id: number }>(deleteOverrideRow, [id]);
  if (!row) throw new Problem("notFound");
  await recalculate(tx, row.user_id, row.type_id);
}

async function recalculate(tx: Tx, userId: number, typeId: number): Promise<void> {
  await grantAllowances(tx, { userId, typeId, cause: "allowance_override" });
  const year = Number((await tenantToday(tx)).slice(0, 4));
  tx.emit("leave.balances_changed", tenantStream(tx.tenantId), { year });
  logSecurity(tx, { kind: "leave_balance_changed", subjectId: userId });
}
