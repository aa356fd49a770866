import { array, type InferType, object } from "yup";
import { endpoint } from "../../kernel/endpoint";
import { dataReply, dayField, pathId, reply } from "../../kernel/fields";
import { boolean, string } from "../../kernel/schemas";
import { personReply } from "../../kernel/person-reply";
import { nameTranslations } from "../../kernel/translations";
import { changeReply } from "./employment.contract";
import { leavingSchema, rehireSchema } from "./employment.schema";
import { endingKinds, handoverKinds } from "./handover.kinds";

const ofUser = object({ id: pathId("user") });

const heldReply = object({
  count: reply.number(),
  names: array(reply.text()).required(),
});

export const leavingReply = object({
  handover: array(
    heldReply.shape({
      kind: string()
        .oneOf([...handoverKinds])
        .required(),
    }),
  ).required(),
  ending: array(
    heldReply.shape({
      kind: string()
        .oneOf([...endingKinds])
        .required(),
    }),
  ).required(),
  /** Remaining earned leave on the last day; empty if that day is not set. */
  leave: array(
    object({
      leave_type: object({
        id: reply.id(),
        name: reply.text(),
        translations: nameTranslations(),
        icon: reply.text(),
        unit: string().oneOf(["days", "hours"]).required(),
      }),
      /** Allowance for the part of the year until the last day. */
      allowance: reply.number(),
      left: reply.number(),
    }),
  ).required(),
  announced: boolean().required(),
  planned: changeReply.nullable().defined(),
  successor_id: reply.numberOrNull(),
  successors: array(
    object({
      kind: string()
        .oneOf([...handoverKinds])
        .required(),
      user: personReply.required(),
    }),
  ).required(),
});
export type Leaving = InferType<typeof leavingReply>;

export const readLeaving = endpoint({
  method: "GET",
  path: "/user/:id/leaving",
  summary:
    "Lists everything a user would hand over, by kind, with planned successors. With a last day, leave and planned changes are limited to those after it.",
  permission: "user-edit",
  params: ofUser,
  query: object({ last_day: dayField() }),
  reply: dataReply(leavingReply),
});

export const planLeaving = endpoint({
  method: "POST",
  path: "/user/:id/leaving",
  summary:
    "Plans a user's departure with successors. After the last day, or immediately if it is today or past, everything is handed over and the account is closed in one step. An existing plan is replaced.",
  permission: "user-edit",
  params: ofUser,
  body: leavingSchema,
  reply: dataReply(changeReply),
  status: 201,
  problems: ["employment.left", "user.self", "role.lastAdministrator", "signOn.exempt", "organization.stale"],
  example: { body: { type: "resignation", last_day: "2031-01-31", reason: "Moves away" } },
});

export const rehire = endpoint({
  method: "POST",
  path: "/user/:id/rehire",
  summary:
    "Rehires a former employee: the account is reactivated and the history continues. Handovers are not reverted.",
  permission: "user-edit",
  params: ofUser,
  body: rehireSchema,
  reply: dataReply(object({ id: reply.id() })),
  problems: ["employment.works", "plan_limit_reached"],
  example: { body: { date_of_joining: "2031-02-01" } },
});
