import type { ChildTasks } from "../../platform/child-processes";

export const leaveChildTasks = {
  holidays: async () => (await import("./calendar/holiday-file")).readHolidays,
  openings: async () => (await import("./ledger/opening-file")).readOpenings,
  holidayCountries: async () => (await import("./calendar/official-holidays")).listHolidayCountries,
  officialHolidays: async () => (await import("./calendar/official-holidays")).officialHolidaysOf,
} satisfies ChildTasks;
