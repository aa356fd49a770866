import { array, type InferType, object } from "yup";
import { endpoint } from "../../kernel/endpoint";
import { dataReply, deletedReply, pathId, reply } from "../../kernel/fields";
import { personReply } from "../../kernel/person-reply";
import { boolean, string } from "../../kernel/schemas";
import { projectDetailReply } from "../projects/projects.contract";
import {
  createTemplateSchema,
  maxDeletedTemplates,
  maxOutdatedProjects,
  maxTemplateColumns,
  maxTemplatePeople,
  replaceTemplateContentSchema,
  templateContentSchema,
  templateProjectSchema,
  updateTemplateSchema,
} from "./templates.schema";

const templateShape = {
  /** The name of a template of the product, or the id of a template of the tenant as text. */
  code: reply.text(),
  title: reply.text(),
  description: reply.textOrNull(),
  /** Meaning of the chosen day, such as "First working day". */
  day_title: reply.textOrNull(),
  /** The following are null for templates of the product, which can't be changed. */
  id: reply.numberOrNull(),
  version: reply.numberOrNull(),
  changed_at: reply.textOrNull(),
  changed_by: personReply.nullable().defined(),
  can: object({ edit: boolean().required() }),
};

/** A template as listed. Texts of the product are in the caller's language. */
export const templateSummaryReply = object({
  ...templateShape,
  columns: array(reply.text()).max(maxTemplateColumns).required(),
  task_count: reply.number(),
  /** Number of projects that the caller sees and that were created before the content changed. */
  outdated_count: reply.number(),
});
export type TemplateSummary = InferType<typeof templateSummaryReply>;

export const projectTemplateReply = object({
  ...templateShape,
  content: templateContentSchema,
  /** Counts the changes of the content. */
  revision: reply.number(),
  /** Projects that the caller sees and that were created before the content changed. */
  outdated_projects: array(object({ id: reply.id(), title: reply.text() }))
    .max(maxOutdatedProjects)
    .required(),
});
export type ProjectTemplate = InferType<typeof projectTemplateReply>;

export const deletedTemplateReply = object({
  id: reply.id(),
  title: reply.text(),
  deleted_at: reply.text(),
  /** When the template is deleted for good. */
  purge_at: reply.text(),
});
export type DeletedTemplate = InferType<typeof deletedTemplateReply>;

const templateById = object({ id: pathId("projectTemplate") });

export const listProjectTemplates = endpoint({
  method: "GET",
  path: "/project-templates",
  permission: ["project-create", "project-edit"],
  summary:
    "Lists the templates from which projects can be created: those of the organization by title, then those of the product.",
  reply: dataReply(array(templateSummaryReply).required()),
});

export const listDeletedProjectTemplates = endpoint({
  method: "GET",
  path: "/bin/project-templates",
  permission: "project-edit",
  summary: "Lists the deleted templates of projects that can be restored, last deleted first.",
  reply: dataReply(array(deletedTemplateReply).max(maxDeletedTemplates).required()),
});

export const readProjectTemplate = endpoint({
  method: "GET",
  path: "/project-templates/:code",
  permission: ["project-create", "project-edit"],
  summary: "Returns a template with its content.",
  params: object({ code: string().required() }),
  reply: dataReply(projectTemplateReply),
  example: { params: { code: "onboarding" } },
});

export const createProjectFromTemplate = endpoint({
  method: "POST",
  path: "/project-templates/:code/projects",
  permission: "project-create",
  summary:
    "Creates a project with the content of a template. The creator becomes an owner, the people of its roles members.",
  params: object({ code: string().required() }),
  body: templateProjectSchema,
  reply: dataReply(projectDetailReply),
  status: 201,
  problems: ["plan_limit_reached"],
  example: { params: { code: "onboarding" }, body: { title: "Onboarding of Mia", day: "2026-03-02" } },
});

/** Contents of a template that would be made from the project. */
const templatePreviewReply = object({
  task_count: reply.number(),
  /** Members and assignees, with their position as the suggested role. */
  people: array(object({ user: personReply, position: reply.textOrNull() }))
    .max(maxTemplatePeople)
    .required(),
  /** Parts that can't be saved, such as a view that filters by a person. */
  omitted: array(
    object({
      kind: string().oneOf(["view", "series", "tag"]).required(),
      name: reply.text(),
    }),
  ).required(),
});
export type TemplatePreview = InferType<typeof templatePreviewReply>;

export const previewProjectTemplate = endpoint({
  method: "GET",
  path: "/project/:id/template",
  permission: "project-edit",
  summary: "Returns what a template of a project would contain, without saving it.",
  params: object({ id: pathId("project") }),
  reply: dataReply(templatePreviewReply),
});

export const createProjectTemplate = endpoint({
  method: "POST",
  path: "/project-templates",
  permission: "project-edit",
  summary: "Saves a project as a template: columns, fields, tags, shared views, open tasks and series.",
  body: createTemplateSchema,
  reply: dataReply(projectTemplateReply),
  status: 201,
  example: { body: { title: "Trade fair", project_id: 1, day: "2026-03-02" } },
});

export const updateProjectTemplate = endpoint({
  method: "PUT",
  path: "/project-templates/:id",
  permission: "project-edit",
  summary: "Changes the texts of a template. Omitted texts are cleared.",
  params: templateById,
  body: updateTemplateSchema,
  reply: dataReply(projectTemplateReply),
  problems: ["projectTemplate.stale"],
  example: { body: { title: "Trade fair", version: 1 } },
});

export const replaceProjectTemplateContent = endpoint({
  method: "PUT",
  path: "/project-templates/:id/content",
  permission: "project-edit",
  summary: "Replaces the content of a template with that of a project. Projects made from it stay as they are.",
  params: templateById,
  body: replaceTemplateContentSchema,
  reply: dataReply(projectTemplateReply),
  problems: ["projectTemplate.stale"],
  example: { body: { project_id: 1, day: "2026-03-02", version: 1 } },
});

export const deleteProjectTemplate = endpoint({
  method: "DELETE",
  path: "/project-templates/:id",
  permission: "project-edit",
  summary: "Deletes a template. It can be restored for 30 days.",
  params: templateById,
  reply: deletedReply,
});

export const restoreProjectTemplate = endpoint({
  method: "POST",
  path: "/project-templates/:id/restore",
  permission: "project-edit",
  summary: "Restores a deleted template.",
  params: object({ id: pathId("deletedProjectTemplate") }),
  reply: dataReply(projectTemplateReply),
});

const originReply = object({
  title: reply.text(),
  /** Code of the template; null for templates of the product and deleted ones. */
  code: reply.textOrNull(),
  /** Whether the content of the template has changed since the project was created. */
  outdated: boolean().required(),
});

export const readProjectOrigin = endpoint({
  method: "GET",
  path: "/project/:id/origin",
  scope: "project-view",
  summary: "Returns the template from which a project was created; null if there is none.",
  params: object({ id: pathId("project") }),
  reply: dataReply(originReply.nullable().defined()),
});
