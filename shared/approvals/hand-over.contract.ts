import { array, object } from "yup";
import { boolean, string } from "../kernel/schemas";
import { endpoint } from "../kernel/endpoint";
import { idField, lineField, pathId, reply, textField, wholeNumber } from "../kernel/fields";
import { personReply } from "../people/people.contract";

const ofRequest = object({ id: pathId("request") });

/** Who says who decides. */
const permission = "approval-rule-edit";

export const handOverSchema = object({
  /** The request as one sees it: another one means that the step may be decided, or be another one. */
  version: wholeNumber(1, 2_000_000_000).required("field.required"),
  user_id: idField("user").required("field.required"),
  /** Why, for whoever decides now and for the history. */
  note: textField(500).nullable(),
});

/** How many are offered; the search finds the others. */
export const handOverMost = 50;

export const handOverChoices = endpoint({
  method: "GET",
  path: "/approvals/request/:id/approver",
  summary: "To whom the step that is asked can be handed, by name. Who is on leave is marked.",
  permission,
  params: ofRequest,
  query: object({ q: lineField(100) }),
  problems: ["request.own"],
  reply: object({ message: string(), data: array(personReply.shape({ away: boolean().required() })).required() }),
});

export const handOver = endpoint({
  method: "PUT",
  path: "/approvals/request/:id/approver",
  summary: "Hands the step that is asked to somebody who may decide it. Whoever was asked isn't any more.",
  permission,
  params: ofRequest,
  body: handOverSchema,
  problems: ["request.invalid", "request.own", "request.stale", "request.decided", "request.wrongState"],
  reply: object({
    message: string().required(),
    data: object({ id: reply.id(), status: reply.text(), version: reply.number() }),
  }),
  example: { body: { version: 1, user_id: 1, note: null } },
});
