import { array, type InferType, object } from "yup";
import { endpoint } from "../../kernel/endpoint";
import { dataReply, dayField, deletedReply, pathId, reply } from "../../kernel/fields";
import { boolean } from "../../kernel/schemas";
import { weeksField, weeksShape } from "./schedules.schema";

/** `minutes` and `other` contain one number per weekday, Sunday first. Without `minutes`, the organization's week applies again. */
export const workScheduleSchema = object({
  from: dayField().required("field.required"),
  ...weeksShape,
  /** Schedule that begins on `from` as the caller read it, null for none. If sent, the call is refused when another user has changed it. */
  previous: weeksField().optional(),
});
export type WorkScheduleInput = InferType<typeof workScheduleSchema>;

const workScheduleRemovalSchema = object({
  /** Schedule as the caller read it. If sent, the call is refused when another user has changed it. */
  previous: weeksField().optional(),
});
export type WorkScheduleRemoval = InferType<typeof workScheduleRemovalSchema>;

const weekReply = () => array(reply.number()).nullable().defined();

export const workScheduleShape = {
  from: reply.text(),
  until: reply.textOrNull(),
  minutes: weekReply(),
  other: weekReply(),
  anchor: reply.text(),
};

export const workScheduleReply = object({
  id: reply.id(),
  ...workScheduleShape,
  can: object({ withdraw: boolean().required() }),
});
export type WorkScheduleRecord = InferType<typeof workScheduleReply>;

const schedulesReply = object({
  /** Week of users without a schedule. */
  week: object({ weekend: array(reply.number()).required(), minutes_per_day: reply.number() }),
  today: reply.text(),
  schedules: array(workScheduleReply).required(),
  can: object({ change: boolean().required() }),
});

const ofUser = object({ id: pathId("user") });

export const listWorkSchedules = endpoint({
  method: "GET",
  path: "/user/:id/schedules",
  summary: "Lists a user's past, current and planned work schedules, the first one first.",
  permission: "user-view",
  params: ofUser,
  reply: dataReply(schedulesReply),
});

export const setWorkSchedule = endpoint({
  method: "POST",
  path: "/user/:id/schedule",
  summary:
    "Sets a user's work schedule from a day until the next planned one; a schedule of the same day is replaced. Future leave is recalculated.",
  permission: "user-edit",
  params: ofUser,
  body: workScheduleSchema,
  reply: dataReply(schedulesReply),
  status: 201,
  problems: ["employment.left", "user.ownEmployment", "organization.stale"],
  example: { body: { from: "2031-01-01", minutes: [0, 480, 480, 480, 480, 0, 0] } },
});

export const withdrawWorkSchedule = endpoint({
  method: "DELETE",
  path: "/work-schedule/:id",
  summary: "Withdraws a planned work schedule; the one before continues. Future leave is recalculated.",
  permission: "user-edit",
  params: object({ id: pathId("workSchedule") }),
  body: workScheduleRemovalSchema,
  reply: deletedReply,
  problems: ["employment.settled", "user.ownEmployment", "user.stale"],
  example: { body: {} },
});
