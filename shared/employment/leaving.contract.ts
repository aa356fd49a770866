import { array, type InferType, object } from "yup";
import { endpoint } from "../kernel/endpoint";
import { dataReply, dayField, pathId, reply } from "../kernel/fields";
import { boolean, string } from "../kernel/schemas";
import { personReply } from "../people/people.contract";
import { changeReply } from "./employment.contract";
import { leavingSchema, rehireSchema } from "./employment.schema";
import { endingKinds, handoverKinds } from "./handover.kinds";

const ofUser = object({ id: pathId("user") });

const heldReply = object({
  count: reply.number(),
  /** Some of it by name. */
  names: array(reply.text()).required(),
});

export const leavingReply = object({
  /** What somebody has to take over. */
  handover: array(
    heldReply.shape({
      kind: string()
        .oneOf([...handoverKinds])
        .required(),
    }),
  ).required(),
  /** What ends by itself. */
  ending: array(
    heldReply.shape({
      kind: string()
        .oneOf([...endingKinds])
        .required(),
    }),
  ).required(),
  /** Whether colleagues are shown the last day. */
  announced: boolean().required(),
  /** That they leave, where it is planned. */
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
    "Everything that hangs on somebody, by kind, and who takes it over where their leaving is planned. With a last day, of leave and planned changes only what comes after it.",
  permission: "user-edit",
  params: ofUser,
  query: object({ last_day: dayField() }),
  reply: dataReply(leavingReply),
});

export const planLeaving = endpoint({
  method: "POST",
  path: "/user/:id/leaving",
  summary:
    "Lets somebody leave after a day, with successors for what hangs on them. After that day, or at once where it is today or past, everything is handed over and the account closed in one step. Planned before, it is planned anew.",
  permission: "user-edit",
  params: ofUser,
  body: leavingSchema,
  reply: dataReply(changeReply),
  status: 201,
  problems: ["employment.left", "user.self", "role.lastAdministrator", "signOn.exempt"],
  example: { body: { type: "resignation", last_day: "2031-01-31", reason: "Moves away" } },
});

export const rehire = endpoint({
  method: "POST",
  path: "/user/:id/rehire",
  summary:
    "Takes somebody on again who has left: the account opens, the history goes on. What was handed over stays so.",
  permission: "user-edit",
  params: ofUser,
  body: rehireSchema,
  reply: dataReply(object({ id: reply.id() })),
  problems: ["employment.works", "plan_limit_reached"],
  example: { body: { date_of_joining: "2031-02-01" } },
});
