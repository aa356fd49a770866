import { array, type InferType, object } from "yup";
import { endpoint } from "../../kernel/endpoint";
import { dataReply, deletedReply, pathId, reply } from "../../kernel/fields";
import { personReply } from "../../kernel/person-reply";
import { boolean } from "../../kernel/schemas";
import { boardTaskReply } from "../tasks/tasks.contract";
import {
  createTaskTemplateSchema,
  defaultTaskTemplateSchema,
  maxTaskTemplateSubtasks,
  replaceTaskTemplateSchema,
  templateTaskSchema,
  updateTaskTemplateSchema,
} from "./task-templates.schema";
import { maxTemplatePeople, templateRoles } from "./templates.schema";

export const taskTemplateReply = object({
  id: reply.id(),
  version: reply.number(),
  project_id: reply.id(),
  title: reply.text(),
  /** Title of new tasks. */
  task_title: reply.text(),
  due_offset: reply.numberOrNull(),
  roles: templateRoles(),
  /** Names of the subtasks. */
  subtasks: array(reply.text()).max(maxTaskTemplateSubtasks).required(),
  changed_at: reply.text(),
  changed_by: personReply.nullable().defined(),
  /** Number of open tasks of the project that were made before the content was last changed. */
  earlier_task_count: reply.number(),
  /** Whether new tasks of the project start from it, except in columns with their own default. */
  is_default: boolean().required(),
  /** Columns whose new tasks start from it. */
  default_columns: array(object({ id: reply.id(), title: reply.text() })).required(),
});
export type TaskTemplate = InferType<typeof taskTemplateReply>;

const templateById = object({ id: pathId("taskTemplate") });
const projectById = object({ id: pathId("project") });
const taskById = object({ id: pathId("task") });

export const listTaskTemplates = endpoint({
  method: "GET",
  path: "/project/:id/task-templates",
  scope: "project-view",
  summary: "Lists the templates of tasks of a project by title.",
  params: projectById,
  reply: dataReply(
    object({
      templates: array(taskTemplateReply).required(),
      can: object({ edit: boolean().required() }),
    }),
  ),
});

export const listPeopleForTaskTemplate = endpoint({
  method: "GET",
  path: "/task/:id/template-people",
  scope: "project-view",
  summary: "Lists the people of a task, with their position as the suggested role in a template.",
  params: taskById,
  reply: dataReply(
    array(object({ user: personReply, position: reply.textOrNull() }))
      .max(maxTemplatePeople)
      .required(),
  ),
});

export const createTaskTemplate = endpoint({
  method: "POST",
  path: "/task-templates",
  scope: "project-edit",
  summary: "Saves a task as a template of its project.",
  body: createTaskTemplateSchema,
  reply: dataReply(taskTemplateReply),
  status: 201,
  example: { body: { task_id: 1, title: "Order" } },
});

export const updateTaskTemplate = endpoint({
  method: "PUT",
  path: "/task-templates/:id",
  scope: "project-edit",
  summary: "Renames a template of tasks.",
  params: templateById,
  body: updateTaskTemplateSchema,
  reply: dataReply(taskTemplateReply),
  problems: ["taskTemplate.stale"],
  example: { body: { title: "Order", version: 1 } },
});

export const replaceTaskTemplateContent = endpoint({
  method: "PUT",
  path: "/task-templates/:id/content",
  scope: "project-edit",
  summary: "Replaces the content of a template with that of a task of the same project.",
  params: templateById,
  body: replaceTaskTemplateSchema,
  reply: dataReply(taskTemplateReply),
  problems: ["taskTemplate.stale"],
  example: { body: { task_id: 1, version: 1 } },
});

export const deleteTaskTemplate = endpoint({
  method: "DELETE",
  path: "/task-templates/:id",
  scope: "project-edit",
  summary: "Deletes a template of tasks. It is in the bin of the project for 30 days.",
  params: templateById,
  reply: deletedReply,
});

export const restoreTaskTemplate = endpoint({
  method: "POST",
  path: "/task-templates/:id/restore",
  scope: "project-edit",
  summary: "Restores a deleted template of tasks.",
  params: object({ id: pathId("deletedTaskTemplate") }),
  reply: dataReply(taskTemplateReply),
});

export const setDefaultTaskTemplate = endpoint({
  method: "PUT",
  path: "/project/:id/default-task-template",
  scope: "project-edit",
  summary: "Sets or removes the template from which new tasks of a project or of one of its columns start.",
  params: projectById,
  body: defaultTaskTemplateSchema,
  reply: dataReply(
    object({
      project_id: reply.id(),
      task_status_id: reply.numberOrNull(),
      task_template_id: reply.numberOrNull(),
    }),
  ),
  problems: ["project.archived", "taskTemplate.defaultStale"],
  example: { body: { task_template_id: 1, task_status_id: null, previous_task_template_id: null } },
});

export const createTaskFromTemplate = endpoint({
  method: "POST",
  path: "/task-templates/:id/tasks",
  scope: "task-create",
  summary: "Creates a task with the content of a template, in a column of its project.",
  params: templateById,
  body: templateTaskSchema,
  reply: dataReply(boardTaskReply),
  status: 201,
  example: { body: { task_status_id: 1, title: "Order paper", day: "2026-03-02" } },
});
