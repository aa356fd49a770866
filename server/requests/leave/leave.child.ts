import type { ChildTasks } from "../../platform/child-processes";

export const leaveChildTasks = {
  holidays: async () => (await import("./holiday-file")).readHolidays,
  openings: async () => (await import("./opening-file")).readOpenings,
  holidayCountries: async () => (await import("./official-holidays")).listHolidayCountries,
  officialHolidays: async () => (await import("./official-holidays")).officialHolidaysOf,
} satisfies ChildTasks;
