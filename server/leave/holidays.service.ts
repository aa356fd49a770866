import type { InferType } from "yup";
import { Problem } from "../../shared/kernel/problems";
import type { holidaySchema } from "../../shared/leave/leave.schema";
import type { Tx } from "../platform/unit-of-work";
import { HolidayEntity } from "./leave.entity";
import { unlessTaken } from "./leave.taken";

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
