import { array, object } from "yup";
import { boolean, string } from "../../kernel/schemas";
import { endpoint, withoutApiTokens } from "../../kernel/endpoint";
import { idField, lineField, pathId, reply, textField, wholeNumber } from "../../kernel/fields";
import { personReply } from "../../kernel/person-reply";

const ofRequest = object({ id: pathId("request") });

const permission = "approval-rule-edit";

export const handOverSchema = object({
  /** Version displayed to the caller; if it is outdated, the step may have been decided or reassigned. */
  version: wholeNumber(1, 2_000_000_000).required("field.required"),
  user_id: idField("user").required("field.required"),
  note: textField(500).nullable(),
});

export const handOverBatchSize = 50;

export const listHandOverChoices = endpoint({
  method: "GET",
  path: "/approvals/request/:id/approver",
  summary: "Lists the people the current step can be reassigned to, by name. People on leave are marked.",
  permission,
  params: ofRequest,
  query: object({ q: lineField(100) }),
  problems: ["request.own"],
  reply: object({ message: string(), data: array(personReply.shape({ away: boolean().required() })).required() }),
});

export const handOver = endpoint({
  method: "PUT",
  path: "/approvals/request/:id/approver",
  summary: "Reassigns the current step to another approver, who replaces the previous ones.",
  permission,
  scope: withoutApiTokens,
  params: ofRequest,
  body: handOverSchema,
  problems: ["request.invalid", "request.own", "request.stale", "request.decided", "request.wrongState"],
  reply: object({
    message: string().required(),
    data: object({ id: reply.id(), status: reply.text(), version: reply.number() }),
  }),
  example: { body: { version: 1, user_id: 1, note: null } },
});
