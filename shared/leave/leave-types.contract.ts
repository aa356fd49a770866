import { array, type InferType, object } from "yup";
import { boolean, string } from "../kernel/schemas";
import { endpoint } from "../kernel/endpoint";
import { dataReply, deletedReply, pathId, reply } from "../kernel/fields";
import { nameTranslations } from "../kernel/translations";
import { leaveTypeSchema } from "./leave.schema";
import { leaveFamily } from "./leave.family";

const { feature } = leaveFamily;
const yes = () => boolean().required();

export const leaveTypeReply = object({
  id: reply.id(),
  name: reply.text(),
  /** What it is called in other languages; who reads another one gets `name`. */
  translations: nameTranslations(),
  icon: reply.text(),
  days_female: reply.number(),
  days_male: reply.number(),
  counting: string().oneOf(["calendar", "working"]).required(),
  one_time: yes(),
  paid: yes(),
  can_update_balance: yes(),
  gender: string().oneOf(["female", "male"]).nullable().defined(),
  /** Null: never. */
  attachment_after: reply.numberOrNull(),
  max_carried: reply.numberOrNull(),
  carried_until: reply.numberOrNull(),
  half_days: yes(),
  hr_step: yes(),
  negative_allowed: yes(),
  accrual: string().oneOf(["yearly", "monthly"]).required(),
  waiting_days: reply.numberOrNull(),
  longest: reply.numberOrNull(),
  /** Dates on which it can't be taken, or only with a warning. */
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
  summary: "Leave types by name; those that are switched off only for who edits them.",
  feature,
  permission: ["leave-request-list", "leave-request-create", "leave-type-edit"],
  reply: dataReply(array(leaveTypeReply).required()),
});

export const readLeaveType = endpoint({
  method: "GET",
  path: "/leave/leave-type/:id",
  summary: "One leave type.",
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
  summary: "Adds a leave type; everyone it is for gets this year's allowance.",
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
  summary: "Changes a leave type. Days that were given already stay.",
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
  summary: "Deletes a leave type that nobody has asked for yet.",
  feature,
  permission: "leave-type-edit",
  params: typeById,
  reply: deletedReply,
  problems: ["leave.typeInUse"],
});

export const archiveLeaveType = endpoint({
  method: "PUT",
  path: "/leave/leave-type/:id/archive",
  summary: "Takes a leave type out of use: nobody can ask for it, what was asked for stays.",
  feature,
  permission: "leave-type-edit",
  params: typeById,
  reply: dataReply(leaveTypeReply),
});

export const restoreLeaveType = endpoint({
  method: "PUT",
  path: "/leave/leave-type/:id/restore",
  summary: "Puts an archived leave type back into use.",
  feature,
  permission: "leave-type-edit",
  params: typeById,
  reply: dataReply(leaveTypeReply),
});
