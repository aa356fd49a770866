import { array, type InferType, mixed, object } from "yup";
import { boolean, string } from "../../kernel/schemas";
import { requestReply, stepReply } from "../../approvals/approvals/approvals.contract";
import { decisionCalls } from "../../approvals/approvals/decision-calls";
import { fileReply } from "../../work/attachments/attachments.contract";
import { endpoint } from "../../kernel/endpoint";
import { dataReply, deletedReply, pageMeta, pagingShape, pathId, reply } from "../../kernel/fields";
import { personReply } from "../../kernel/person-reply";
import type { FormAnswers, FormDefinition, FormTranslations } from "./forms.definition";
import { formFileSchema, formListQuery, formRequestSchema, updateFormRequestSchema } from "./forms.schema";
import { formFamily } from "../../approvals/approvals/families";

const { feature } = formFamily;
const yes = () => boolean().required();

export const formRequestReply = requestReply.shape({
  form: object({ id: reply.id(), title: reply.text(), translations: mixed<FormTranslations>().required() }),
  form_version: reply.number(),
});
export type FormRequest = InferType<typeof formRequestReply>;

const named = object({ id: reply.id(), name: reply.text() });

export const answerNames = object({ people: array(personReply).required(), departments: array(named).required() });
export type AnswerNames = InferType<typeof answerNames>;

export const formRequestDetailReply = formRequestReply.shape({
  /** The form at the time of sending, or the current form for a draft. */
  definition: mixed<FormDefinition>().required(),
  answers: mixed<FormAnswers>().required(),
  files: array(fileReply.shape({ field: reply.text() })).required(),
  names: answerNames,
  steps: array(stepReply).required(),
  can: object({
    edit: yes(),
    send: yes(),
    delete: yes(),
    approve: yes(),
    reject: yes(),
    request_changes: yes(),
    hand_over: yes(),
    cancel: yes(),
  }),
  on_behalf_of: personReply.nullable().defined(),
});
export type FormRequestDetail = InferType<typeof formRequestDetailReply>;

const byId = object({ id: pathId("formRequest") });

export const listFormRequests = endpoint({
  method: "GET",
  path: "/vas/vas-request",
  summary: "Lists form requests: the caller's own, the team's or all, newest first.",
  feature,
  permission: "vas-request-list",
  query: object({ ...pagingShape, ...formListQuery }),
  reply: object({ message: string(), data: array(formRequestReply).required(), meta: pageMeta }),
});

export const readFormRequest = endpoint({
  method: "GET",
  path: "/vas/vas-request/:id",
  summary: "Returns a form request with its approval route.",
  feature,
  permission: "vas-request-list",
  params: byId,
  reply: dataReply(formRequestDetailReply),
});

export const createFormRequest = endpoint({
  method: "POST",
  path: "/vas/vas-request",
  summary: "Fills in a form and sends it, or saves a draft.",
  feature,
  permission: "vas-request-create",
  body: formRequestSchema,
  reply: dataReply(formRequestDetailReply),
  status: 201,
  problems: ["form.newVersion", "request.invalid"],
  example: { body: { form_id: 1, answers: { f1: "Germany" } } },
});

export const updateFormRequest = endpoint({
  method: "PUT",
  path: "/vas/vas-request/:id",
  summary: "Updates a draft or a returned request. Without `draft`, it is also sent.",
  feature,
  permission: "vas-request-create",
  params: byId,
  body: updateFormRequestSchema,
  reply: dataReply(formRequestDetailReply),
  problems: ["request.stale", "request.wrongState", "form.newVersion", "request.invalid"],
  example: { body: { answers: { f1: "Germany" } } },
});

export const deleteFormRequest = endpoint({
  method: "DELETE",
  path: "/vas/vas-request/:id",
  summary: "Deletes a draft.",
  feature,
  permission: "vas-request-create",
  params: byId,
  reply: deletedReply,
  problems: ["request.wrongState"],
});

const decisions = decisionCalls({
  feature,
  path: "/vas/vas-request/:id",
  params: byId,
  detail: formRequestDetailReply,
  makes: "vas-request-create",
  problems: ["form.newVersion"],
  summaries: { cancel: "Takes it back before it is decided." },
  examples: { reason: "The budget of this year is spent", note: "Please add the offer" },
});
export const sendFormRequest = decisions.send;
export const approveFormRequest = decisions.approve;
export const rejectFormRequest = decisions.reject;
export const requestFormChanges = decisions.requestChanges;
export const cancelFormRequest = decisions.cancel;

export const addFormFile = endpoint({
  method: "POST",
  path: "/vas/vas-request/:id/file",
  summary: "Uploads a file to a field: multipart, the file as `file`. JPG, PNG, PDF or DOCX, at most 5 MB.",
  feature,
  permission: "vas-request-create",
  params: byId,
  body: formFileSchema,
  file: "file",
  reply: dataReply(formRequestDetailReply),
  status: 201,
  problems: ["request.wrongState", "request.invalid"],
  example: { body: { field: "f1" } },
});

export const removeFormFile = endpoint({
  method: "DELETE",
  path: "/vas/vas-request/:id/file/:file",
  summary: "Deletes a file of a draft or a returned request.",
  feature,
  permission: "vas-request-create",
  params: object({ id: pathId("formRequest"), file: pathId("formFile") }),
  reply: dataReply(formRequestDetailReply),
  problems: ["request.wrongState"],
});
