import { array, type InferType, object } from "yup";
import { boolean } from "../../kernel/schemas";
import { endpoint } from "../../kernel/endpoint";
import { dataReply, deletedReply, idField, pathId, reply } from "../../kernel/fields";
import { personReply } from "../../kernel/person-reply";

const ruleReply = object({
  everybody: boolean().required(),
  roles: array(
    object({ id: reply.id(), name: reply.text(), required: boolean().required(), people: reply.number() }),
  ).required(),
});
export type SecondFactorRule = InferType<typeof ruleReply>;

export const readSecondFactorRule = endpoint({
  method: "GET",
  path: "/security/second-factor",
  summary: "Returns who needs a second factor.",
  permission: ["tenant-edit", "user-edit"],
  reply: dataReply(ruleReply),
});

export const changeSecondFactorRule = endpoint({
  method: "PUT",
  path: "/security/second-factor",
  summary:
    "Sets whether a role, or everybody, needs a second factor. Users without one set it up at their next sign-in.",
  permission: "tenant-edit",
  /** Only one row of the rule, so that two administrators who change different rows don't overwrite each other's change. */
  body: object({
    /** Null: everybody. */
    role_id: idField("role").nullable().defined("field.required"),
    required: boolean().required("field.required").typeError("field.boolean"),
  }),
  reply: dataReply(ruleReply),
  problems: ["session.confirmFirst"],
  example: { body: { role_id: 1, required: true } },
});

export const personFactorsReply = personReply.shape({
  role: reply.text(),
  totp: boolean().required(),
  passkeys: reply.number(),
  required: boolean().required(),
  can: object({ reset: boolean().required() }),
});
export type PersonFactors = InferType<typeof personFactorsReply>;

export const listSecondFactors = endpoint({
  method: "GET",
  path: "/security/second-factor/people",
  summary: "Lists users with and without a second factor.",
  permission: "user-edit",
  expensive: true,
  reply: dataReply(array(personFactorsReply).required()),
});

export const resetSecondFactor = endpoint({
  method: "DELETE",
  path: "/security/second-factor/people/:id",
  summary: "Removes all second factors of another user and ends their sessions. The user is notified by e-mail.",
  permission: "user-edit",
  params: object({ id: pathId("user") }),
  reply: deletedReply,
  problems: ["session.confirmFirst", "session.ownFactor", "permission.denied"],
});
