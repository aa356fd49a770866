import type { Named } from "../kernel/translations";

/** What is settled about leave, and what changed by itself. */
export interface LeaveEvents {
  /** On the tenant's stream: types, holidays, the working week. Screens read it again. */
  "leave.settings_changed": { what: "types" | "holidays" | "calendar" };
  /** On the tenant's stream: somebody's days were given or adjusted. Says not whose: not everyone may know. */
  "leave.balances_changed": { year: number };
  /** On its owner's stream: a draft was kept or thrown away; nobody else knows of it. */
  "leave.draft": { id: number; version: number };
  /** On the owner's stream: a holiday came or went, or the working week changed, so this leave costs more or less. */
  "leave.recounted": {
    id: number;
    leave_type: { id: number } & Named;
    start_date: string;
    end_date: string;
    before: number;
    after: number;
    cause: "holiday_added" | "holiday_removed" | "calendar_changed" | "leaving";
    /** The holiday's name. */
    holiday: string | null;
  };
}
