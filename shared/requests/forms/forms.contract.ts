import { array, type InferType, mixed, object } from "yup";
import { string } from "../../kernel/schemas";
import { requestReply } from "../../approvals/approvals/approvals.contract";
import { documentCalls, documentState } from "../../approvals/documents/document-calls";
import { fileReply } from "../../work/attachments/attachments.contract";
import { endpoint } from "../../kernel/endpoint";
import { dataReply, pageMeta, pagingShape, pathId, reply } from "../../kernel/fields";
import { personReply } from "../../kernel/person-reply";
import type { FormAnswers, FormDefinition, FormTranslations } from "./forms.definition";
import { formFileSchema, formListQuery, formRequestSchema, updateFormRequestSchema } from "./forms.schema";
import { formFamily } from "../../approvals/approvals/families";

const { feature } = formFamily;

export const formRequestReply = requestReply.shape({
  form: object({ id: reply.id(), title: reply.text(), translations: mixed<FormTranslations>().required() }),
  form_version: reply.number(),
});
export type FormRequest = InferType<typeof formRequestReply>;

const namedReply = object({ id: reply.id(), name: reply.text() });

export const answerNames = object({ people: array(personReply).required(), departments: array(namedReply).required() });
export type AnswerNames = InferType<typeof answerNames>;

export const formRequestDetailReply = formRequestReply.shape({
  /** The form at the time of sending, or the current form for a draft. */
  definition: mixed<FormDefinition>().required(),
  answers: mixed<FormAnswers>().required(),
  files: array(fileReply.shape({ field: reply.text() })).required(),
  names: answerNames,
  ...documentState(["delete"]),
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

const calls = documentCalls({
  feature,
  path: "/vas/vas-request",
  params: byId,
  detail: formRequestDetailReply,
  written: dataReply(formRequestDetailReply),
  reads: "vas-request-list",
  makes: "vas-request-create",
  problems: ["form.newVersion"],
  inputProblems: ["form.newVersion"],
  create: {
    summary: "Fills in a form and sends it, or saves a draft.",
    body: formRequestSchema,
    example: { form_id: 1, answers: { f1: "Germany" } },
  },
  update: {
    summary: "Updates a draft or a returned request. Without `draft`, it is also sent.",
    body: updateFormRequestSchema,
    example: { answers: { f1: "Germany" } },
  },
  summaries: {
    read: "Returns a form request with its approval route.",
    remove: "Deletes a draft.",
    cancel: "Takes it back before it is decided.",
  },
  examples: { reason: "The budget of this year is spent", note: "Please add the offer" },
});
export const readFormRequest = calls.read;
export const createFormRequest = calls.create;
export const updateFormRequest = calls.update;
export const deleteFormRequest = calls.remove;
export const sendFormRequest = calls.send;
export const approveFormRequest = calls.approve;
export const rejectFormRequest = calls.reject;
export const requestFormChanges = calls.requestChanges;
export const cancelFormRequest = calls.cancel;

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
