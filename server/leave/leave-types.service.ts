import type { InferType } from "yup";
import { Problem, invalid } from "../../shared/kernel/problems";
import type { holidaySchema, leaveTypeSchema } from "../../shared/leave/leave.schema";
import type { Actor } from "../platform/session";
import { sql, type Tx } from "../platform/unit-of-work";
import { grantAllowances } from "./leave-allowance.service";
import { constraintOf } from "./leave-balance.service";
import { HolidayEntity, LeaveTypeEntity } from "./leave.entity";

type TypeInput = InferType<typeof leaveTypeSchema>;

/** Types by name; those that are switched off only for who edits them. */
export function leaveTypes(tx: Tx, actor: Actor): Promise<LeaveTypeEntity[]> {
  const where = actor.permissions.has("leave-type-edit") ? {} : { active: true };
  return tx.repo(LeaveTypeEntity).find({ where, order: { name: "ASC" } });
}

/** @throws Problem 404. */
export async function leaveType(tx: Tx, actor: Actor, id: number): Promise<LeaveTypeEntity> {
  const type = await tx.repo(LeaveTypeEntity).findOne({ id });
  if (!type || !(type.active || actor.permissions.has("leave-type-edit"))) throw new Problem("notFound");
  return type;
}

const rowOf = (input: TypeInput) => ({
  name: input.name,
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

/** @throws Problem 422 when the name is taken. */
export async function createLeaveType(tx: Tx, input: TypeInput): Promise<LeaveTypeEntity> {
  const type = await unlessTaken("name", "leave_type_tenant_id_name_key", () =>
    tx.repo(LeaveTypeEntity).insert(rowOf(input)),
  );
  await grantAllowances(tx, { typeId: type.id });
  return type;
}

/** @throws Problem 404, 422 when the name is taken. */
export async function updateLeaveType(tx: Tx, id: number, input: TypeInput): Promise<LeaveTypeEntity> {
  const change = { ...rowOf(input), version: () => "version + 1" };
  const changed = await unlessTaken("name", "leave_type_tenant_id_name_key", () =>
    tx.repo(LeaveTypeEntity).update({ id }, change),
  );
  if (changed === 0) throw new Problem("notFound");
  return (await tx.repo(LeaveTypeEntity).findOne({ id })) as LeaveTypeEntity;
}

const used = sql(
  "leave.typeUsed",
  `SELECT id FROM leave_request WHERE tenant_id = current_tenant() AND leave_type_id = $1 LIMIT 1`,
);

/** @throws Problem 404; 409 when somebody has asked for it: then it can be switched off. */
export async function deleteLeaveType(tx: Tx, id: number): Promise<void> {
  if (await tx.one(used, [id])) throw new Problem("leave.typeInUse");
  if ((await tx.repo(LeaveTypeEntity).delete({ id })) === 0) throw new Problem("notFound");
}

type HolidayInput = InferType<typeof holidaySchema>;
const holidayRow = ({ date, name, half, location }: HolidayInput) => ({
  date: date as string,
  name,
  half: half ?? null,
  location: location || null,
});
const holidayKey = "holiday_tenant_id_date_half_location_key";

/** @throws Problem 422 for a day that is one already. */
export function createHoliday(tx: Tx, input: HolidayInput): Promise<HolidayEntity> {
  return unlessTaken("date", holidayKey, () => tx.repo(HolidayEntity).insert(holidayRow(input)));
}

/** @throws Problem 404, 422. */
export async function updateHoliday(tx: Tx, id: number, input: HolidayInput): Promise<HolidayEntity> {
  const changed = await unlessTaken("date", holidayKey, () => tx.repo(HolidayEntity).update({ id }, holidayRow(input)));
  if (changed === 0) throw new Problem("notFound");
  return (await tx.repo(HolidayEntity).findOne({ id })) as HolidayEntity;
}

/** @throws Problem 404. */
export async function deleteHoliday(tx: Tx, id: number): Promise<void> {
  if ((await tx.repo(HolidayEntity).delete({ id })) === 0) throw new Problem("notFound");
}

async function unlessTaken<Result>(field: string, constraint: string, write: () => Promise<Result>): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    if (constraintOf(error) !== constraint) throw error;
    throw invalid(field, "field.taken");
  }
}
