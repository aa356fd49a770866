import { array, type InferType, mixed, object } from "yup";
import { string } from "../../kernel/schemas";
import { endpoint } from "../../kernel/endpoint";
import { dayField, idField, pageMeta, pagingShape, reply } from "../../kernel/fields";
import { type SecurityDetails, securityKinds, securityOutcomes } from "../../kernel/security";
import { personReply } from "../../kernel/person-reply";

const oneOf = (names: readonly string[]) => string().oneOf([...names], "field.oneOf");

export const securityLogFilter = {
  user_id: idField("user"),
  kind: oneOf(securityKinds),
  outcome: oneOf(securityOutcomes),
  /** Inclusive dates in the reader's time zone. */
  from: dayField(),
  to: dayField().when("from", ([from], schema) =>
    schema.test("after", "field.endBeforeStart", (to) => !to || !from || to >= from),
  ),
};

export const securityEventReply = object({
  id: reply.id(),
  at: reply.text(),
  kind: string()
    .oneOf([...securityKinds])
    .required(),
  outcome: string()
    .oneOf([...securityOutcomes])
    .required(),
  user: personReply.nullable().defined(),
  subject: personReply.nullable().defined(),
  address: reply.textOrNull(),
  device: reply.textOrNull(),
  call: reply.textOrNull(),
  request_id: reply.textOrNull(),
  facts: mixed<SecurityDetails>().required(),
});
export type SecurityEvent = InferType<typeof securityEventReply>;

export const listSecurityEvents = endpoint({
  method: "GET",
  path: "/audit/security-log",
  summary: "Lists sign-ins, refused calls and changes to account access, newest first.",
  permission: "audit-list",
  query: object({ ...pagingShape, ...securityLogFilter }),
  reply: object({
    message: string(),
    data: array(securityEventReply).required(),
    kept_days: reply.number(),
    meta: pageMeta,
  }),
});
