import { array, type InferType, mixed, object } from "yup";
import { boolean, string } from "../kernel/schemas";
import { endpoint } from "../kernel/endpoint";
import { dataReply, deletedReply, pathId, reply } from "../kernel/fields";
import { personReply } from "../people/people.contract";
import type { FormDefinition, FormTranslations } from "./forms.definition";
import { createTemplateSchema, dryRunSchema, offerSchema, publishSchema, saveTemplateSchema } from "./forms.schema";
import { formFamily } from "./forms.family";
import { approverKinds } from "../approvals/approvals.chain.rules";

const { feature } = formFamily;
const yes = () => boolean().required();

/** What people choose from, and what those who make forms see of each. */
export const formReply = object({
  id: reply.id(),
  title: reply.text(),
  description: reply.text(),
  translations: mixed<FormTranslations>().required(),
  /** The number of what is filled in now; null before the first publishing. */
  published: reply.numberOrNull(),
  /** The number that a draft would be published as; null where nothing is changed. */
  draft: reply.numberOrNull(),
  active: yes(),
  version: reply.number(),
  /** How many ask for a decision at the moment. Zero for who doesn't make forms. */
  open: reply.number(),
  used_at: reply.textOrNull(),
  can: object({ use: yes(), edit: yes(), delete: yes() }),
});
export type Form = InferType<typeof formReply>;

export const formDetailReply = formReply.shape({
  /** What is filled in; null before the first publishing. */
  definition: mixed<FormDefinition>().nullable().defined(),
  /** What is being changed, for who makes forms; null where nothing is. */
  draft_definition: mixed<FormDefinition>().nullable().defined(),
  saved_at: reply.textOrNull(),
  saved_by: personReply.nullable().defined(),
  /** Open requests by the version that they keep. */
  keeps: array(object({ number: reply.number(), open: reply.number() })).required(),
});
export type FormDetail = InferType<typeof formDetailReply>;

const byId = object({ id: pathId("form") });
const edit = { feature, permission: "vas-template-edit" as const };

export const listForms = endpoint({
  method: "GET",
  path: "/vas/vas-template",
  summary: "The forms that one may fill in; all of them for who makes forms.",
  feature,
  permission: "vas-request-list",
  reply: dataReply(array(formReply).required()),
});

export const readForm = endpoint({
  method: "GET",
  path: "/vas/vas-template/:id",
  summary: "A form as it is filled in, and for who makes forms as it is being changed.",
  feature,
  permission: "vas-request-list",
  params: byId,
  reply: dataReply(formDetailReply),
});

export const createForm = endpoint({
  method: "POST",
  path: "/vas/vas-template",
  summary: "Begins a form: a draft that nobody can fill in yet.",
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
  summary: "Keeps what is changed as a draft. What is published stays as it is.",
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
  summary: "Puts the draft in the place of what is filled in. Requests that were sent keep their version.",
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
  summary: "Drops the draft: what is published is what there is.",
  ...edit,
  params: byId,
  body: publishSchema,
  reply: dataReply(formDetailReply),
  problems: ["request.stale", "request.wrongState"],
  example: { body: {} },
});

export const offerForm = endpoint({
  method: "PUT",
  path: "/vas/vas-template/:id/offer",
  summary: "Offers a form, or stops offering it. Requests that were sent go on.",
  ...edit,
  params: byId,
  body: offerSchema,
  reply: dataReply(formDetailReply),
  example: { body: { active: false } },
});

export const duplicateForm = endpoint({
  method: "POST",
  path: "/vas/vas-template/:id/duplicate",
  summary: "A new draft that begins as this form.",
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
  summary: "Deletes a form that nobody has filled in.",
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
  summary: "Where a request with these answers would go; nothing is kept.",
  ...edit,
  params: byId,
  body: dryRunSchema,
  reply: dataReply(array(plannedStepReply).required()),
  status: 200,
  readOnly: true,
  example: { body: { answers: {} } },
});

const named = object({ id: reply.id(), name: reply.text() });

export const formChoices = endpoint({
  method: "GET",
  path: "/vas/vas-choice",
  summary: "People, departments and roles to choose from in forms.",
  feature,
  permission: "vas-request-list",
  reply: dataReply(
    object({
      people: array(personReply).required(),
      departments: array(named).required(),
      roles: array(named).required(),
    }),
  ),
});
export type FormChoices = InferType<typeof formChoices.reply>["data"];
