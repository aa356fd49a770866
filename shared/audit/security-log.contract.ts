import { array, type InferType, mixed, object } from "yup";
import { string } from "../kernel/schemas";
import { endpoint } from "../kernel/endpoint";
import { dayField, idField, pageMeta, pagingShape, reply } from "../kernel/fields";
import { type SecurityFacts, securityKinds, securityOutcomes } from "../kernel/security";
import { personReply } from "../people/people.contract";

const oneOf = (names: readonly string[]) => string().oneOf([...names], "field.oneOf");

/** What narrows the log down: of whom, what, how it ended, when. */
export const securityLogFilter = {
  /** Who did it, or whose account it is about. */
  user_id: idField("user"),
  kind: oneOf(securityKinds),
  outcome: oneOf(securityOutcomes),
  /** Days of the reader's own time zone. */
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
  /** Null: nobody was signed in. */
  user: personReply.nullable().defined(),
  subject: personReply.nullable().defined(),
  address: reply.textOrNull(),
  device: reply.textOrNull(),
  call: reply.textOrNull(),
  request_id: reply.textOrNull(),
  facts: mixed<SecurityFacts>().required(),
});
export type SecurityEvent = InferType<typeof securityEventReply>;

export const listSecurityEvents = endpoint({
  method: "GET",
  path: "/audit/security-log",
  summary: "Who came in, was refused, or changed what opens an account, the latest first.",
  permission: "audit-list",
  query: object({ ...pagingShape, ...securityLogFilter }),
  reply: object({
    message: string(),
    data: array(securityEventReply).required(),
    /** How many days back it goes. */
    kept_days: reply.number(),
    meta: pageMeta,
  }),
});
