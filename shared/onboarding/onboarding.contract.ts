import { array, type InferType, object } from "yup";
import { endpoint } from "../kernel/endpoint";
import { dataReply, deletedReply, pathId, reply } from "../kernel/fields";
import { boolean, string } from "../kernel/schemas";
import { personReply } from "../people/people.contract";
import { duties, onboardingTemplateSchema, oneTaskSchema, tickSchema } from "./onboarding.schema";

const fallsTo = {
  duty: string()
    .oneOf([...duties])
    .required(),
  user: personReply.nullable().defined(),
  group: object({ id: reply.id(), title: reply.text() }).nullable().defined(),
};

export const templateReply = object({
  tasks: array(object({ title: reply.text(), offset_days: reply.number(), ...fallsTo })).required(),
  /** Sent along with a change: what somebody else has changed meanwhile isn't lost. */
  version: reply.text(),
  /** Of the directory's stream. */
  revision: reply.number(),
});
export type OnboardingTemplate = InferType<typeof templateReply>;

export const onboardingTaskReply = object({
  id: reply.id(),
  title: reply.text(),
  due_on: reply.text(),
  ...fallsTo,
  /** Its day has passed, and it is open. */
  overdue: boolean().required(),
  /** Null while it is open. */
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
  summary: "The tasks that are made for whoever joins, in their order.",
  permission: "user-edit",
  reply: dataReply(templateReply),
});

export const saveOnboardingTemplate = endpoint({
  method: "PUT",
  path: "/onboarding/template",
  summary: "Says which tasks are made for whoever joins from here on; lists that there are stay as they are.",
  permission: "user-edit",
  body: onboardingTemplateSchema,
  reply: dataReply(templateReply),
  problems: ["organisation.stale"],
  example: { body: example },
});

export const personOnboarding = endpoint({
  method: "GET",
  path: "/user/:id/onboarding",
  scope: "user-view",
  summary:
    "A newcomer's checklist: all of it for holders of `user-edit` and who stands above, of others what falls to them.",
  params: object({ id: pathId("user") }),
  reply: dataReply(array(onboardingTaskReply).required()),
});

export const myOnboarding = endpoint({
  method: "GET",
  path: "/onboarding/mine",
  scope: "user-view",
  summary: "Open tasks of newcomers' checklists that fall to the caller, the first due first; at most two hundred.",
  reply: dataReply(object({ tasks: array(myOnboardingReply).required(), revision: reply.number() })),
});

export const tickOnboarding = endpoint({
  method: "PUT",
  path: "/onboarding/:id",
  scope: "user-edit",
  summary: "Ticks a task off, or takes that back: whoever it falls to, and holders of `user-edit`.",
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
  summary: "Adds a task to one newcomer's checklist; the template and others' lists stay as they are.",
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
    "Changes an open task of one newcomer's checklist: what, who, and until when. Whom it falls to now is notified.",
  permission: "user-edit",
  params: object({ id: pathId("onboardingTask") }),
  body: oneTaskSchema,
  reply: dataReply(onboardingTaskReply),
  problems: ["organisation.stale"],
  example: { body: oneTask },
});

export const removeOnboardingTask = endpoint({
  method: "DELETE",
  path: "/onboarding/:id",
  summary: "Takes a task off one newcomer's checklist.",
  permission: "user-edit",
  params: object({ id: pathId("onboardingTask") }),
  reply: deletedReply,
});
