import { array, type InferType, object } from "yup";
import { endpoint } from "../../kernel/endpoint";
import { dataReply, deletedReply, pathId, reply, positionReply } from "../../kernel/fields";
import { boolean, string } from "../../kernel/schemas";
import { personReply } from "../../kernel/person-reply";
import { onboardingDuties, onboardingTemplateSchema, oneTaskSchema, tickSchema } from "./onboarding.schema";

const fallsTo = {
  duty: string()
    .oneOf([...onboardingDuties])
    .required(),
  user: personReply.nullable().defined(),
  group: object({ id: reply.id(), title: reply.text() }).nullable().defined(),
};

export const templateReply = object({
  tasks: array(object({ title: reply.text(), offset_days: reply.number(), ...fallsTo })).required(),
  version: reply.text(),
  /** Revision of the directory stream at which this reply was read. */
  ...positionReply,
});
export type OnboardingTemplate = InferType<typeof templateReply>;

export const onboardingTaskReply = object({
  id: reply.id(),
  title: reply.text(),
  due_on: reply.text(),
  ...fallsTo,
  overdue: boolean().required(),
  done_on: reply.textOrNull(),
  done_by: personReply.nullable().defined(),
  version: reply.number(),
  can: object({ tick: boolean().required(), edit: boolean().required() }),
});
export type OnboardingTask = InferType<typeof onboardingTaskReply>;

export const myOnboardingReply = onboardingTaskReply.shape({ person: personReply });
export type MyOnboardingTask = InferType<typeof myOnboardingReply>;

const example = {
  tasks: [
    { title: "Set up a laptop", offset_days: -3, duty: "hr" },
    { title: "Lunch with the team", offset_days: 0, duty: "manager" },
  ],
};

export const readOnboardingTemplate = endpoint({
  method: "GET",
  path: "/onboarding/template",
  summary: "Returns the onboarding template: the tasks created for new employees, in order.",
  permission: "user-edit",
  reply: dataReply(templateReply),
});

export const saveOnboardingTemplate = endpoint({
  method: "PUT",
  path: "/onboarding/template",
  summary: "Replaces the onboarding template. Existing checklists are unchanged.",
  permission: "user-edit",
  body: onboardingTemplateSchema,
  reply: dataReply(templateReply),
  problems: ["organization.stale"],
  example: { body: example },
});

export const listPersonOnboarding = endpoint({
  method: "GET",
  path: "/user/:id/onboarding",
  scope: "user-view",
  summary:
    "Returns a new employee's checklist: all of it for managers and holders of `user-edit`, otherwise the caller's tasks.",
  params: object({ id: pathId("user") }),
  reply: dataReply(array(onboardingTaskReply).required()),
});

export const listMyOnboarding = endpoint({
  method: "GET",
  path: "/onboarding/mine",
  scope: "user-view",
  summary: "Lists the caller's open onboarding tasks, first due first, at most 200.",
  reply: dataReply(object({ tasks: array(myOnboardingReply).required(), ...positionReply })),
});

export const completeOnboardingTask = endpoint({
  method: "PUT",
  path: "/onboarding/:id",
  scope: "user-edit",
  summary: "Marks an onboarding task as done or open, for the responsible user and holders of `user-edit`.",
  params: object({ id: pathId("onboardingTask") }),
  body: tickSchema,
  reply: dataReply(onboardingTaskReply),
  problems: ["permission.denied"],
  example: { body: { done: true } },
});

const oneTask = { title: "Order a second screen", due_on: "2031-01-01", duty: "hr" };

export const addOnboardingTask = endpoint({
  method: "POST",
  path: "/user/:id/onboarding",
  summary: "Adds a task to one new employee's checklist. The template and other checklists are unchanged.",
  permission: "user-edit",
  params: object({ id: pathId("user") }),
  body: oneTaskSchema,
  reply: dataReply(onboardingTaskReply),
  status: 201,
  example: { body: oneTask },
});

export const changeOnboardingTask = endpoint({
  method: "PATCH",
  path: "/onboarding/:id",
  summary:
    "Updates the title, assignee or due date of an open onboarding task of one checklist. The new assignee is notified.",
  permission: "user-edit",
  params: object({ id: pathId("onboardingTask") }),
  body: oneTaskSchema,
  reply: dataReply(onboardingTaskReply),
  problems: ["organization.stale"],
  example: { body: oneTask },
});

export const removeOnboardingTask = endpoint({
  method: "DELETE",
  path: "/onboarding/:id",
  summary: "Deletes a task from one new employee's checklist.",
  permission: "user-edit",
  params: object({ id: pathId("onboardingTask") }),
  reply: deletedReply,
});
