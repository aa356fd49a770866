import type { InferType } from "yup";
import { tenantStream } from "../../../../shared/kernel/events";
import { languageCodes } from "../../../../shared/kernel/languages";
import { invalidFieldProblem, Problem } from "../../../../shared/kernel/problems";
import { inNameOrder, tidyNames } from "../../../../shared/kernel/translations";
import { defaultRounding } from "../../../../shared/requests/leave/types/allowance-settings.rules";
import { unitOf } from "../../../../shared/requests/leave/types/counting.rules";
import type { LeaveType } from "../../../../shared/requests/leave/types/types.contract";
import type { leaveTypeSchema } from "../../../../shared/requests/leave/types/types.schema";
import type { Actor } from "../../../platform/session";
import { logSecurity } from "../../../platform/security-log";
import { sql, type Tx } from "../../../platform/database/unit-of-work";
import { LeaveTypeEntity } from "./leave.entity";
import { presentLeaveType } from "./types.present";
import { leaveTypeChanged } from "./types.slots";
import { constraintOf, mapConstraintErrors } from "../../../platform/database/constraints";
import { enforceRowLimit, rowLimit } from "../../../platform/database/row-limits";

/** Includes archived types, since every user has an account for each type. */
export const leaveTypeLimit = rowLimit("leave_type", 100);

type Reader = Pick<Actor, "permissions">;
type TypeInput = InferType<typeof leaveTypeSchema>;

/** Leave types by name; inactive ones only for users who may edit types. */
export async function loadLeaveTypes(tx: Tx, actor: Actor): Promise<LeaveTypeEntity[]> {
  const where = actor.permissions.has("leave-type-edit") ? {} : { active: true };
  return inNameOrder(tx.language, await tx.repo(LeaveTypeEntity).find({ where, order: { id: "ASC" } }));
}

const nameKeys = {
  leave_type_tenant_id_name_key: "name",
  leave_type_name_once: "name",
  ...Object.fromEntries(languageCodes.map((code) => [`leave_type_name_in_${code}`, `translations.${code}`])),
};

const blocksOf = (input: TypeInput) =>
  (input.blocks ?? []).map(({ start_date, end_date, stop, note }) => ({
    start_date,
    end_date,
    stop: stop ?? false,
    note: note || null,
  }));

export async function loadLeaveType(tx: Tx, actor: Actor, id: number): Promise<LeaveTypeEntity> {
  const type = await tx.repo(LeaveTypeEntity).findOne({ id });
  if (!type || !(type.active || actor.permissions.has("leave-type-edit"))) throw new Problem("notFound");
  return type;
}

export const presentType = async (tx: Tx, actor: Reader, type: LeaveTypeEntity): Promise<LeaveType> =>
  presentLeaveType(type, actor, await usedLeaveTypeIds(tx, type.id));

/** Types counted in hours use clock times instead of half days. */
const takesHalves = ({ counting, half_days }: TypeInput) => counting !== "hours" && (half_days ?? true);

const rowOf = (input: TypeInput) => ({
  name: input.name,
  ...(input.translations && { translations: tidyNames(input.translations) }),
  icon: input.icon,
  daysFemale: input.days_female as number,
  daysMale: input.days_male as number,
  counting: input.counting,
  oneTime: input.one_time ?? false,
  paid: input.paid ?? true,
  canUpdateBalance: input.lieu_months != null || (input.can_update_balance ?? true),
  gender: input.gender ?? null,
  attachmentAfter: input.attachment_after ?? null,
  // Credited hours expire by lot, so carry-over rules don't apply.
  maxCarried: input.lieu_months ? null : (input.max_carried ?? null),
  carriedUntil: input.lieu_months ? null : (input.carried_until ?? null),
  lieuMonths: input.lieu_months ?? null,
  halfDays: takesHalves(input),
  hrStep: input.hr_step ?? false,
  negativeAllowed: input.negative_allowed ?? false,
  accrual: input.accrual ?? "yearly",
  prorated: input.prorated ?? true,
  proration: input.proration ?? "days",
  rounding: input.rounding ?? defaultRounding(takesHalves(input)),
  waitingDays: input.waiting_days ?? null,
  longest: input.longest ?? null,
  active: input.active ?? true,
});

async function mapTypeErrors<Result>(write: () => Promise<Result>): Promise<Result> {
  try {
    return await mapConstraintErrors(nameKeys, write);
  } catch (error) {
    if (constraintOf(error) !== "leave_type_lieu_once") throw error;
    throw invalidFieldProblem("lieu_months", "leave.oneLieuType");
  }
}

/** Emits the change and writes it to the security log, because types determine entitlements. */
function changed(tx: Tx, id: number, change: "created" | "changed" | "deleted"): void {
  tx.emit("leave.settings_changed", tenantStream(tx.tenantId), { what: "types" });
  logSecurity(tx, { kind: "leave_settings_changed", facts: { scope: "types", change, record: id } });
}

/** @throws Problem 422 when the name is taken or the limit is reached. */
export async function createLeaveType(tx: Tx, input: TypeInput): Promise<LeaveTypeEntity> {
  await enforceRowLimit(tx, leaveTypeLimit, "name");
  const row = { ...rowOf(input), blocks: blocksOf(input) };
  const type = await mapTypeErrors(() => tx.repo(LeaveTypeEntity).insert(row));
  await leaveTypeChanged.filling(tx, { typeId: type.id });
  changed(tx, type.id, "created");
  return type;
}

/**
 * Changes the settings of a type. Without `active`, a type stays archived or not.
 * @throws Problem 404; 409 with the current type when the version is stale; 422 for another unit, and as when creating.
 */
export async function updateLeaveType(tx: Tx, actor: Reader, id: number, input: TypeInput): Promise<LeaveTypeEntity> {
  const type = await lockedType(tx, id);
  if (input.version !== undefined && input.version !== type.version)
    throw new Problem("leave.typeStale", { record: await presentType(tx, actor, type) });
  if (unitOf(input.counting) !== unitOf(type.counting)) throw invalidFieldProblem("counting", "leave.unitFixed");
  const active = input.active ?? type.active;
  const row = { ...rowOf(input), active, ...(input.blocks && { blocks: blocksOf(input) }) };
  await mapTypeErrors(() => tx.repo(LeaveTypeEntity).update({ id }, { ...row, version: () => "version + 1" }));
  await leaveTypeChanged.filling(tx, { typeId: id }); // applies the new settings to next year's grants
  changed(tx, id, "changed");
  return (await tx.repo(LeaveTypeEntity).findOne({ id })) as LeaveTypeEntity;
}

/** Archives or restores a type; existing requests are unaffected. @throws Problem 404. */
export async function archiveLeaveType(tx: Tx, id: number, archived: boolean): Promise<LeaveTypeEntity> {
  const type = await lockedType(tx, id);
  if (type.active !== archived) return type;
  await tx.repo(LeaveTypeEntity).update({ id }, { active: !archived, version: () => "version + 1" });
  if (!archived) await leaveTypeChanged.filling(tx, { typeId: id });
  changed(tx, id, "changed");
  return { ...type, active: !archived, version: type.version + 1 };
}

const lockType = sql(
  "leave.lockType",
  "SELECT id FROM leave_type WHERE tenant_id = current_tenant() AND id = $1 FOR NO KEY UPDATE",
);

export async function lockedType(tx: Tx, id: number): Promise<LeaveTypeEntity> {
  if (!(await tx.one(lockType, [id]))) throw new Problem("notFound");
  return (await tx.repo(LeaveTypeEntity).findOne({ id })) as LeaveTypeEntity;
}

const selectUsedTypes = sql(
  "leave.typesUsed",
  `SELECT DISTINCT leave_type_id AS id FROM leave_request
   WHERE tenant_id = current_tenant() AND ($1::bigint IS NULL OR leave_type_id = $1)`,
);

/** Types used in requests, which can only be archived, not deleted. */
export async function usedLeaveTypeIds(tx: Tx, id: number | null = null): Promise<Set<number>> {
  return new Set((await tx.rows<{ id: number }>(selectUsedTypes, [id])).map((row) => row.id));
}

/** @throws Problem 404; 409 when requests use it; such a type can only be archived. */
export async function deleteLeaveType(tx: Tx, id: number): Promise<void> {
  if ((await usedLeaveTypeIds(tx, id)).size > 0) throw new Problem("leave.typeInUse");
  if ((await tx.repo(LeaveTypeEntity).delete({ id })) === 0) throw new Problem("notFound");
  changed(tx, id, "deleted");
}
