import { array, type InferType, object } from "yup";
import { endpoint } from "../../kernel/endpoint";
import { dataReply, pathId, reply } from "../../kernel/fields";
import { boolean, string } from "../../kernel/schemas";
import { personReply } from "../../kernel/person-reply";
import { historyFields } from "../people/user-history.contract";
import { changeSchema, changeTypes, leavingTypes } from "./employment.schema";

export const employmentChangeStates = ["planned", "applied", "withdrawn", "failed"] as const;

export const changeReply = object({
  id: reply.id(),
  user_id: reply.id(),
  type: string()
    .oneOf([...changeTypes, ...leavingTypes])
    .required(),
  /** For a departure, the last day of employment. */
  effective_on: reply.text(),
  status: string()
    .oneOf([...employmentChangeStates])
    .required(),
  reason: reply.textOrNull(),
  requested_by: personReply.nullable().defined(),
  fields: array(
    object({
      field: string().oneOf(historyFields).required(),
      before: reply.textOrNull(),
      after: reply.textOrNull(),
      /** Id of the new value, for fields that reference a record. */
      after_id: reply.numberOrNull(),
    }),
  ).required(),
  can: object({ withdraw: boolean().required() }).required(),
});
export type EmploymentChange = InferType<typeof changeReply>;

const ofUser = object({ id: pathId("user") });
const byId = object({ id: pathId("employmentChange") });

export const plannedChanges = endpoint({
  method: "GET",
  path: "/user/:id/changes",
  summary: "Lists a user's planned and failed employment changes, next first, with the fields the caller may read.",
  permission: "user-view",
  params: ofUser,
  reply: dataReply(array(changeReply).required()),
});

export const readChange = endpoint({
  method: "GET",
  path: "/employment-change/:id",
  summary: "Returns an employment change, planned or in effect.",
  permission: "user-view",
  params: byId,
  reply: dataReply(changeReply),
});

export const planChange = endpoint({
  method: "POST",
  path: "/user/:id/change",
  summary:
    "Promotes a user or changes their employment from a day on: immediately if it is today or past, otherwise on that day.",
  permission: "user-edit",
  params: ofUser,
  body: changeSchema,
  reply: dataReply(changeReply),
  status: 201,
  problems: [
    "employment.overlaps",
    "employment.since",
    "organization.stale",
    "user.self",
    "user.ownEmployment",
    "user.ownAccess",
    "role.lastAdministrator",
  ],
  example: { body: { type: "promotion", effective_on: "2031-01-01", location: "Erbil" } },
});

export const withdrawChange = endpoint({
  method: "DELETE",
  path: "/employment-change/:id",
  summary: "Withdraws a planned employment change. Changes in effect are not reverted.",
  permission: "user-edit",
  params: byId,
  reply: dataReply(changeReply),
  problems: ["employment.settled", "user.ownEmployment"],
});
