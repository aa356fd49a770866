import type { findCommonTimes } from "../../../../shared/bookings/bookings/common-times.contract";
import { addDays } from "../../../../shared/kernel/days";
import type { QueryOf } from "../../../../shared/kernel/endpoint";
import { localDayStartAt } from "../../../../shared/kernel/wall-clock";

/** Criteria that the user enters to find a common time; ids are texts, as the fields need them. */
export interface SearchCriteria {
  users: string[];
  minutes: string;
  firstDay: string;
  lastDay: string;
  /** Null until the user chooses; the server then searches the caller's location. */
  buildings: string[] | null;
  tools: string[];
  seats: number | string;
  isStepFree: boolean;
}

const searchedDays = 7;

export const initialCriteria = (day: string): SearchCriteria => ({
  users: [],
  minutes: "60",
  firstDay: day,
  lastDay: addDays(day, searchedDays - 1),
  buildings: null,
  tools: [],
  seats: "",
  isStepFree: false,
});

/** A first day after the last one moves the last one. */
export const daysFrom = (firstDay: string, { lastDay }: SearchCriteria): Partial<SearchCriteria> => ({
  firstDay,
  lastDay: lastDay < firstDay ? firstDay : lastDay,
});

/** `timeZone` is the tenant's, in which the days of the search begin and end. */
export const commonTimesQuery = (
  { users, minutes, firstDay, lastDay, buildings, tools, seats, isStepFree }: SearchCriteria,
  timeZone: string,
): QueryOf<typeof findCommonTimes> => ({
  users: users.map(Number),
  start_date: new Date(localDayStartAt(firstDay, timeZone)).toISOString(),
  end_date: new Date(localDayStartAt(lastDay, timeZone, 1)).toISOString(),
  minutes: Number(minutes),
  ...(buildings?.length ? { building_ids: buildings.map(Number) } : {}),
  ...(tools.length > 0 ? { tools: tools.join(",") } : {}),
  ...(Number(seats) > 0 ? { people: Number(seats) } : {}),
  ...(isStepFree ? { step_free: true } : {}),
});
