import { array, type InferType, object } from "yup";
import { boolean, string } from "../../../kernel/schemas";
import { endpoint } from "../../../kernel/endpoint";
import { dataReply, deletedReply, pathId, reply } from "../../../kernel/fields";
import { nameTranslations } from "../../../kernel/translations";
import { prorationMethods, roundings } from "./allowance-settings.rules";
import { dayCountingMethods } from "./counting.rules";
import { leaveTypeSchema } from "./types.schema";
import { leaveFamily } from "../../../approvals/approvals/families";

const { feature } = leaveFamily;
const yes = () => boolean().required();

export const leaveTypeRef = object({
  id: reply.id(),
  name: reply.text(),
  translations: nameTranslations(),
  icon: reply.text(),
  /** Unit of the type's allowances, balances and costs; `days` fields contain hours if it is `hours`. */
  unit: string().oneOf(["days", "hours"]).required(),
});
export type LeaveTypeRef = InferType<typeof leaveTypeRef>;

/** Part of one day by the clock; null for whole and half days. */
export const dayPartReply = object({ start_time: reply.text(), end_time: reply.text(), minutes: reply.number() })
  .nullable()
  .defined();

export const leaveTypeReply = object({
  id: reply.id(),
  name: reply.text(),
  translations: nameTranslations(),
  icon: reply.text(),
  days_female: reply.number(),
  days_male: reply.number(),
  counting: string()
    .oneOf([...dayCountingMethods])
    .required(),
  unit: string().oneOf(["days", "hours"]).required(),
  one_time: yes(),
  paid: yes(),
  can_update_balance: yes(),
  gender: string().oneOf(["female", "male"]).nullable().defined(),
  attachment_after: reply.numberOrNull(),
  max_carried: reply.numberOrNull(),
  carried_until: reply.numberOrNull(),
  half_days: yes(),
  hr_step: yes(),
  negative_allowed: yes(),
  accrual: string().oneOf(["yearly", "monthly"]).required(),
  /** Whether the allowance is prorated for employees who join or leave during the year, and how it is rounded. */
  prorated: yes(),
  proration: string()
    .oneOf([...prorationMethods])
    .required(),
  rounding: string()
    .oneOf([...roundings])
    .required(),
  /** Months after which credited time off in lieu expires; null if nothing can be credited. */
  lieu_months: reply.numberOrNull(),
  waiting_days: reply.numberOrNull(),
  longest: reply.numberOrNull(),
  blocks: array(
    object({ start_date: reply.text(), end_date: reply.text(), stop: yes(), note: reply.textOrNull() }),
  ).required(),
  active: yes(),
  version: reply.number(),
  can: object({ edit: yes(), archive: yes(), restore: yes(), delete: yes() }),
});
export type LeaveType = InferType<typeof leaveTypeReply>;

const typeById = object({ id: pathId("leaveType") });

export const listLeaveTypes = endpoint({
  method: "GET",
  path: "/leave/leave-type",
  summary: "Lists leave types by name. Archived types are returned only to leave type editors.",
  feature,
  permission: ["leave-request-list", "leave-request-create", "leave-type-edit"],
  reply: dataReply(array(leaveTypeReply).required()),
});

export const readLeaveType = endpoint({
  method: "GET",
  path: "/leave/leave-type/:id",
  summary: "Returns a leave type.",
  feature,
  permission: ["leave-request-list", "leave-type-edit"],
  params: typeById,
  reply: dataReply(leaveTypeReply),
});

const typeExample = {
  name: "Study leave",
  translations: { de: "Bildungsurlaub" },
  icon: "study",
  days_female: 5,
  days_male: 5,
  counting: "working",
};

export const createLeaveType = endpoint({
  method: "POST",
  path: "/leave/leave-type",
  summary: "Creates a leave type and grants this year's allowance to everyone it applies to.",
  feature,
  permission: "leave-type-edit",
  body: leaveTypeSchema,
  reply: dataReply(leaveTypeReply),
  status: 201,
  example: { body: typeExample },
});

export const updateLeaveType = endpoint({
  method: "PUT",
  path: "/leave/leave-type/:id",
  summary: "Updates a leave type. Days already granted are kept.",
  feature,
  permission: "leave-type-edit",
  params: typeById,
  body: leaveTypeSchema,
  reply: dataReply(leaveTypeReply),
  problems: ["leave.typeStale"],
  example: { body: typeExample },
});

export const deleteLeaveType = endpoint({
  method: "DELETE",
  path: "/leave/leave-type/:id",
  summary: "Deletes a leave type that has never been requested.",
  feature,
  permission: "leave-type-edit",
  params: typeById,
  reply: deletedReply,
  problems: ["leave.typeInUse"],
});

export const archiveLeaveType = endpoint({
  method: "PUT",
  path: "/leave/leave-type/:id/archive",
  summary: "Archives a leave type. It can no longer be requested; existing requests are kept.",
  feature,
  permission: "leave-type-edit",
  params: typeById,
  reply: dataReply(leaveTypeReply),
});

export const restoreLeaveType = endpoint({
  method: "PUT",
  path: "/leave/leave-type/:id/restore",
  summary: "Restores an archived leave type.",
  feature,
  permission: "leave-type-edit",
  params: typeById,
  reply: dataReply(leaveTypeReply),
});
