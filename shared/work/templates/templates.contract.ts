import { array, type InferType, object } from "yup";
import { endpoint } from "../../kernel/endpoint";
import { dataReply, reply } from "../../kernel/fields";
import { string } from "../../kernel/schemas";
import { projectDetailReply } from "../projects/projects.contract";
import { columnKinds } from "../tasks/tasks.schema";
import { templateProjectSchema } from "./templates.schema";

const templateColumnReply = object({
  title: reply.text(),
  kind: string()
    .oneOf([...columnKinds])
    .required(),
});

const templateTaskReply = object({
  title: reply.text(),
  /** Days from the chosen day to the due date; negative before it. */
  due_offset: reply.number(),
  /** The role whose person the task is assigned to; null for none. */
  role: reply.textOrNull(),
  subtasks: array(reply.text()).required(),
});

/** A template in the caller's language. */
export const projectTemplateReply = object({
  code: reply.text(),
  title: reply.text(),
  description: reply.text(),
  /** What the chosen day is, such as "First working day". */
  day_title: reply.text(),
  /** In their order; the tasks begin in the first one. */
  columns: array(templateColumnReply).required(),
  roles: array(object({ code: reply.text(), title: reply.text() })).required(),
  tasks: array(templateTaskReply).required(),
});
export type ProjectTemplate = InferType<typeof projectTemplateReply>;

export const listProjectTemplates = endpoint({
  method: "GET",
  path: "/project-templates",
  permission: "project-create",
  summary: "Lists the templates from which projects can be created.",
  reply: dataReply(array(projectTemplateReply).required()),
});

export const createProjectFromTemplate = endpoint({
  method: "POST",
  path: "/project-templates/:code/projects",
  permission: "project-create",
  summary:
    "Creates a project with the columns and tasks of a template. The creator becomes an owner, the people of its roles members.",
  params: object({ code: string().required() }),
  body: templateProjectSchema,
  reply: dataReply(projectDetailReply),
  status: 201,
  problems: ["plan_limit_reached"],
  example: { params: { code: "onboarding" }, body: { title: "Onboarding of Mia", day: "2026-03-02" } },
});
