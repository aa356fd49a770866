import type { InferType } from "yup";
import { tenantStream } from "../../shared/kernel/events";
import { languageCodes } from "../../shared/kernel/languages";
import { Problem } from "../../shared/kernel/problems";
import { tidyNames } from "../../shared/kernel/translations";
import type { leaveTypeSchema } from "../../shared/leave/leave.schema";
import type { Actor } from "../platform/session";
import { logSecurity } from "../platform/security-log";
import { sql, type Tx } from "../platform/database/unit-of-work";
import { grantAllowances } from "./leave-allowance.service";
import { LeaveTypeEntity } from "./leave.entity";
import { unlessTaken } from "../platform/database/constraints";
import { requireRoomFor } from "../platform/database/room-for";

type TypeInput = InferType<typeof leaveTypeSchema>;

/** Types by name; those that are switched off only for who edits them. */
export function leaveTypes(tx: Tx, actor: Actor): Promise<LeaveTypeEntity[]> {
  const where = actor.permissions.has("leave-type-edit") ? {} : { active: true };
  return tx.repo(LeaveTypeEntity).find({ where, order: { name: "ASC" } });
}

/** What may stand once only in an organisation, by the rule that holds it. */
const nameKeys = {
  leave_type_tenant_id_name_key: "name",
  ...Object.fromEntries(languageCodes.map((code) => [`leave_type_name_in_${code}`, `translations.${code}`])),
};

const blocksOf = (input: TypeInput) =>
  (input.blocks ?? []).map(({ start_date, end_date, stop, note }) => ({
    start_date,
    end_date,
    stop: stop ?? false,
    note: note || null,
  }));

/** @throws Problem 404. */
export async function leaveType(tx: Tx, actor: Actor, id: number): Promise<LeaveTypeEntity> {
  const type = await tx.repo(LeaveTypeEntity).findOne({ id });
  if (!type || !(type.active || actor.permissions.has("leave-type-edit"))) throw new Problem("notFound");
  return type;
}

const rowOf = (input: TypeInput) => ({
  name: input.name,
  ...(input.translations && { translations: tidyNames(input.translations) }),
  icon: input.icon,
  daysFemale: input.days_female as number,
  daysMale: input.days_male as number,
  counting: input.counting,
  oneTime: input.one_time ?? false,
  paid: input.paid ?? true,
  canUpdateBalance: input.can_update_balance ?? true,
  gender: input.gender ?? null,
  attachmentAfter: input.attachment_after ?? null,
  maxCarried: input.max_carried ?? null,
  carriedUntil: input.carried_until ?? null,
  halfDays: input.half_days ?? true,
  hrStep: input.hr_step ?? false,
  negativeAllowed: input.negative_allowed ?? false,
  accrual: input.accrual ?? "yearly",
  waitingDays: input.waiting_days ?? null,
  longest: input.longest ?? null,
  active: input.active ?? true,
});

/** To the screens and, since they decide what everybody is entitled to, into the security log. */
function changed(tx: Tx, id: number, change: "created" | "changed" | "deleted"): void {
  tx.emit("leave.settings_changed", tenantStream(tx.tenantId), { what: "types" });
  logSecurity(tx, { kind: "leave_settings_changed", facts: { scope: "types", change, record: id } });
}

/** @throws Problem 422 when the name is taken, and for one too many. */
export async function createLeaveType(tx: Tx, input: TypeInput): Promise<LeaveTypeEntity> {
  await requireRoomFor(tx, "leave_type", "name"); // everybody has an account of each, also of those that are archived
  const row = { ...rowOf(input), blocks: blocksOf(input) };
  const type = await unlessTaken(nameKeys, () => tx.repo(LeaveTypeEntity).insert(row));
  await grantAllowances(tx, { typeId: type.id });
  changed(tx, type.id, "created");
  return type;
}

/** @throws Problem 404, 409 when somebody else changed it meanwhile, 422 when the name is taken. */
export async function updateLeaveType(tx: Tx, id: number, input: TypeInput): Promise<LeaveTypeEntity> {
  const type = await lockedType(tx, id);
  if (input.version !== undefined && input.version !== type.version) {
    throw new Problem("leave.typeStale", { record: { id, version: type.version } });
  }
  const row = { ...rowOf(input), ...(input.blocks && { blocks: blocksOf(input) }) };
  const written = await unlessTaken(nameKeys, () =>
    tx.repo(LeaveTypeEntity).update({ id, version: type.version }, { ...row, version: () => "version + 1" }),
  );
  if (written === 0) throw new Problem("leave.typeStale", { record: { id, version: type.version + 1 } });
  await grantAllowances(tx, { typeId: id }); // next year's days follow what is settled now
  changed(tx, id, "changed");
  return (await tx.repo(LeaveTypeEntity).findOne({ id })) as LeaveTypeEntity;
}

/** Takes it out of use, or puts it back. What was asked for stays. @throws Problem 404. */
export async function archiveLeaveType(tx: Tx, id: number, archived: boolean): Promise<LeaveTypeEntity> {
  const type = await lockedType(tx, id);
  if (type.active !== archived) return type;
  await tx.repo(LeaveTypeEntity).update({ id }, { active: !archived, version: () => "version + 1" });
  if (!archived) await grantAllowances(tx, { typeId: id });
  changed(tx, id, "changed");
  return { ...type, active: !archived, version: type.version + 1 };
}

const lock = sql(
  "leave.lockType",
  "SELECT id FROM leave_type WHERE tenant_id = current_tenant() AND id = $1 FOR NO KEY UPDATE",
);

async function lockedType(tx: Tx, id: number): Promise<LeaveTypeEntity> {
  if (!(await tx.one(lock, [id]))) throw new Problem("notFound");
  return (await tx.repo(LeaveTypeEntity).findOne({ id })) as LeaveTypeEntity;
}

const used = sql(
  "leave.typesUsed",
  `SELECT DISTINCT leave_type_id AS id FROM leave_request
   WHERE tenant_id = current_tenant() AND ($1::bigint IS NULL OR leave_type_id = $1)`,
);

/** Which types somebody has asked for: they are archived, and never deleted. */
export async function usedTypes(tx: Tx, id: number | null = null): Promise<Set<number>> {
  return new Set((await tx.rows<{ id: number }>(used, [id])).map((row) => row.id));
}

/** @throws Problem 404; 409 when somebody has asked for it: then it is archived instead. */
export async function deleteLeaveType(tx: Tx, id: number): Promise<void> {
  if ((await usedTypes(tx, id)).size > 0) throw new Problem("leave.typeInUse");
  if ((await tx.repo(LeaveTypeEntity).delete({ id })) === 0) throw new Problem("notFound");
  changed(tx, id, "deleted");
}
