import { array, type InferType, object } from "yup";
import { endpoint } from "../../kernel/endpoint";
import { dayField, idField, pageMeta, pagingShape, reply } from "../../kernel/fields";
import { boolean, string } from "../../kernel/schemas";
import { personReply } from "../../kernel/person-reply";
import { auditKinds } from "./audit-changes.rules";

export const auditChangesFilter = {
  actor_id: idField("user"),
  subject_id: idField("user"),
  kind: string().oneOf([...auditKinds], "field.oneOf"),
  /** Inclusive dates in the reader's time zone. */
  from: dayField(),
  to: dayField().when("from", ([from], schema) =>
    schema.test("after", "field.endBeforeStart", (to) => !to || !from || to >= from),
  ),
};

export const auditChangeReply = object({
  id: reply.id(),
  at: reply.text(),
  kind: string()
    .oneOf([...auditKinds])
    .required(),
  /** Null if no user was signed in. */
  actor: personReply.nullable().defined(),
  /** The source of the change, if it was not made on a screen. */
  via: string().oneOf(["scim", "sign_on"]).nullable().defined(),
  subject: personReply.nullable().defined(),
  /** The affected role, project, group or department. */
  record: reply.textOrNull(),
  before: reply.textOrNull(),
  after: reply.textOrNull(),
  /** Whether the change contains an amount that the reader may not see. */
  hidden: boolean().required(),
  gained: array(reply.text()).required(),
  lost: array(reply.text()).required(),
});
export type AuditChange = InferType<typeof auditChangeReply>;

export const listAuditChanges = endpoint({
  method: "GET",
  path: "/audit/changes",
  summary: "Lists changes to permissions, roles, statuses and pay, with old and new values, newest first.",
  permission: "audit-list",
  query: object({ ...pagingShape, ...auditChangesFilter }),
  reply: object({ message: string(), data: array(auditChangeReply).required(), meta: pageMeta }),
});
