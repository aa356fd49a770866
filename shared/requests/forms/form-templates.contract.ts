import { array, type InferType, mixed, object } from "yup";
import { boolean, string } from "../../kernel/schemas";
import { endpoint } from "../../kernel/endpoint";
import { dataReply, deletedReply, pathId, reply } from "../../kernel/fields";
import { personReply } from "../../kernel/person-reply";
import type { FormDefinition, FormTranslations } from "./forms.definition";
import {
  createTemplateSchema,
  dryRunSchema,
  formAvailableSchema,
  publishSchema,
  saveTemplateSchema,
} from "./forms.schema";
import { formFamily } from "../../approvals/approvals/families";
import { approverKinds } from "../../approvals/approvals/approvals.chain.rules";

const { feature } = formFamily;
const yes = () => boolean().required();

export const formReply = object({
  id: reply.id(),
  title: reply.text(),
  description: reply.text(),
  translations: mixed<FormTranslations>().required(),
  published: reply.numberOrNull(),
  /** Version that the draft would get on publication; null without unpublished changes. */
  draft: reply.numberOrNull(),
  active: yes(),
  version: reply.number(),
  /** Number of undecided requests. Zero for readers who may not edit forms. */
  open: reply.number(),
  used_at: reply.textOrNull(),
  can: object({ use: yes(), edit: yes(), delete: yes() }),
});
export type Form = InferType<typeof formReply>;

export const formDetailReply = formReply.shape({
  definition: mixed<FormDefinition>().nullable().defined(),
  /** The draft, visible to form editors; null without unpublished changes. */
  draft_definition: mixed<FormDefinition>().nullable().defined(),
  saved_at: reply.textOrNull(),
  saved_by: personReply.nullable().defined(),
  /** Number of undecided requests per form version. */
  keeps: array(object({ number: reply.number(), open: reply.number() })).required(),
});
export type FormDetail = InferType<typeof formDetailReply>;

const byId = object({ id: pathId("form") });
const edit = { feature, permission: "vas-template-edit" as const };

export const listForms = endpoint({
  method: "GET",
  path: "/vas/vas-template",
  summary: "Lists the forms the caller may fill in; all forms for form editors.",
  feature,
  permission: "vas-request-list",
  reply: dataReply(array(formReply).required()),
});

export const readForm = endpoint({
  method: "GET",
  path: "/vas/vas-template/:id",
  summary: "Returns the published version of a form; for form editors also its draft.",
  feature,
  permission: "vas-request-list",
  params: byId,
  reply: dataReply(formDetailReply),
});

export const createForm = endpoint({
  method: "POST",
  path: "/vas/vas-template",
  summary: "Creates a form as an unpublished draft.",
  ...edit,
  body: createTemplateSchema,
  reply: dataReply(formDetailReply),
  status: 201,
  example: { body: { title: "Work from abroad" } },
});

const exampleDefinition = {
  title: "Work from abroad",
  fields: [{ id: "f1", kind: "text", label: "Country", required: true }],
  steps: [{ id: "s1", by: "manager" }],
  audience: { everyone: true },
};

export const saveForm = endpoint({
  method: "PUT",
  path: "/vas/vas-template/:id",
  summary: "Saves changes to a form as a draft. The published version is unchanged.",
  ...edit,
  params: byId,
  body: saveTemplateSchema,
  reply: dataReply(formDetailReply),
  problems: ["request.stale", "request.invalid"],
  example: { body: { definition: exampleDefinition } },
});

export const publishForm = endpoint({
  method: "PUT",
  path: "/vas/vas-template/:id/publish",
  summary: "Publishes the draft of a form. Requests already sent keep their version.",
  ...edit,
  params: byId,
  body: publishSchema,
  reply: dataReply(formDetailReply),
  problems: ["request.stale", "request.wrongState", "request.invalid"],
  example: { body: {} },
});

export const discardForm = endpoint({
  method: "PUT",
  path: "/vas/vas-template/:id/discard",
  summary: "Discards the draft of a form and keeps the published version.",
  ...edit,
  params: byId,
  body: publishSchema,
  reply: dataReply(formDetailReply),
  problems: ["request.stale", "request.wrongState"],
  example: { body: {} },
});

export const setFormAvailable = endpoint({
  method: "PUT",
  path: "/vas/vas-template/:id/offer",
  summary: "Offers a form or withdraws it. Requests already sent continue.",
  ...edit,
  params: byId,
  body: formAvailableSchema,
  reply: dataReply(formDetailReply),
  example: { body: { active: false } },
});

export const duplicateForm = endpoint({
  method: "POST",
  path: "/vas/vas-template/:id/duplicate",
  summary: "Duplicates a form as a new draft.",
  ...edit,
  params: byId,
  body: createTemplateSchema,
  reply: dataReply(formDetailReply),
  status: 201,
  example: { body: { title: "Work from abroad, for drivers" } },
});

export const deleteForm = endpoint({
  method: "DELETE",
  path: "/vas/vas-template/:id",
  summary: "Deletes a form that has never been filled in.",
  ...edit,
  params: byId,
  reply: deletedReply,
  problems: ["form.inUse"],
});

export const plannedStepReply = object({
  by: string()
    .oneOf([...approverKinds])
    .required(),
  route: string().required(),
  approver: personReply.nullable().defined(),
  role: object({ id: reply.id(), name: reply.text() }).nullable().defined(),
});
export type PlannedStep = InferType<typeof plannedStepReply>;

export const tryForm = endpoint({
  method: "POST",
  path: "/vas/vas-template/:id/dry-run",
  summary: "Previews the approval route of a request with these answers, without saving it.",
  ...edit,
  params: byId,
  body: dryRunSchema,
  reply: dataReply(array(plannedStepReply).required()),
  status: 200,
  readOnly: true,
  example: { body: { answers: {} } },
});

const namedReply = object({ id: reply.id(), name: reply.text() });

export const listFormChoices = endpoint({
  method: "GET",
  path: "/vas/vas-choice",
  summary: "Lists people, departments and roles for selection in forms.",
  feature,
  permission: "vas-request-list",
  reply: dataReply(
    object({
      people: array(personReply).required(),
      departments: array(namedReply).required(),
      roles: array(namedReply).required(),
    }),
  ),
});
export type FormChoices = InferType<typeof listFormChoices.reply>["data"];
