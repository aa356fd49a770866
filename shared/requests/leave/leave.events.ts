import { object } from "yup";
import { defineEvents, type EventsOf } from "../../kernel/events";
import { reply } from "../../kernel/fields";
import { string } from "../../kernel/schemas";
import { nameTranslations } from "../../kernel/translations";

export const leaveEvents = defineEvents({
  "leave.settings_changed": object({ what: string().oneOf(["types", "holidays", "calendar"]).required() }),
  "leave.balances_changed": object({ year: reply.number() }),
  "leave.draft": object({ id: reply.id(), version: reply.number() }),
  /** Published on the requester's stream when a changed holiday or working week changed the cost of this leave. */
  "leave.recounted": object({
    id: reply.id(),
    leave_type: object({
      id: reply.id(),
      name: reply.text(),
      translations: nameTranslations(),
      unit: string().oneOf(["days", "hours"]).optional(),
    }),
    start_date: reply.text(),
    end_date: reply.text(),
    before: reply.number(),
    after: reply.number(),
    cause: string()
      .oneOf(["holiday_added", "holiday_removed", "calendar_changed", "schedule_changed", "leaving"])
      .required(),
    holiday: reply.textOrNull(),
  }),
  /** Published on the tenant's stream, which all users receive, without details; clients reload what they may see. */
  "leave.calendar_changed": object({}),
});

export interface LeaveEvents extends EventsOf<typeof leaveEvents> {}

declare module "../../kernel/events" {
  interface DomainEvents extends LeaveEvents {}
}
