import { array, type InferType, object } from "yup";
import { endpoint } from "../kernel/endpoint";
import { dayField, idField, pageMeta, pagingShape, reply } from "../kernel/fields";
import { boolean, string } from "../kernel/schemas";
import { personReply } from "../people/people.contract";
import { auditKinds } from "./audit-changes.rules";

/** By whom, whose, what, when. */
export const auditChangesFilter = {
  actor_id: idField("user"),
  subject_id: idField("user"),
  kind: string().oneOf([...auditKinds], "field.oneOf"),
  /** Days of the reader's own time zone. */
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
  /** Null: nobody who was signed in. */
  actor: personReply.nullable().defined(),
  /** How, where no person did it on a screen. */
  via: string().oneOf(["scim", "sign_on"]).nullable().defined(),
  subject: personReply.nullable().defined(),
  /** The role, project, group or department that it is about. */
  record: reply.textOrNull(),
  before: reply.textOrNull(),
  after: reply.textOrNull(),
  /** An amount that this reader may not read. */
  hidden: boolean().required(),
  gained: array(reply.text()).required(),
  lost: array(reply.text()).required(),
});
export type AuditChange = InferType<typeof auditChangeReply>;

export const listAuditChanges = endpoint({
  method: "GET",
  path: "/audit/changes",
  summary: "Who changed whose rights, roles, statuses and pay, from what to what, the latest first.",
  permission: "audit-list",
  query: object({ ...pagingShape, ...auditChangesFilter }),
  reply: object({ message: string(), data: array(auditChangeReply).required(), meta: pageMeta }),
});
