import type { HolidayEntity } from "../types/leave.entity";

export const presentHoliday = ({ id, date, name, translations, half, location, version }: HolidayEntity) => ({
  id,
  date,
  name,
  translations,
  half,
  location,
  version,
});
