import { array, type InferType, object } from "yup";
import { boolean, string } from "../../kernel/schemas";
import { endpoint } from "../../kernel/endpoint";
import { dataReply, deletedReply, idField, pageMeta, pathId, reply, positionReply } from "../../kernel/fields";
import { projectRoles } from "../../kernel/permissions";
import { personReply } from "../../kernel/person-reply";
import {
  createProjectSchema,
  projectListQuery,
  projectMembersSchema,
  projectStates,
  tagSchema,
  updateProjectSchema,
  updateTagSchema,
} from "./projects.schema";

const namedRecord = object({ id: reply.id(), name: reply.text() });

export const groupReply = object({ id: reply.id(), title: reply.text(), users: array(reply.id()).required() });
export const tagReply = object({
  id: reply.id(),
  project_id: reply.id(),
  name: reply.text(),
  color: reply.text(),
});

export const memberReply = object({
  user: personReply,
  role: string()
    .oneOf([...projectRoles])
    .required(),
});

export const projectReply = object({
  id: reply.id(),
  title: reply.text(),
  code: reply.text(),
  color: reply.text(),
  status: string()
    .oneOf([...projectStates])
    .required(),
  client: namedRecord.nullable().defined(),
  start_date: reply.textOrNull(),
  end_date: reply.textOrNull(),
  archived: boolean().required(),
  /** Average progress of tasks that are not archived, from 0 to 100. */
  progress: reply.number(),
  task_count: reply.number(),
  done_count: reply.number(),
  /** Number of tasks that are started but not done, i.e. with progress above 0 or in a work column. */
  doing_count: reply.number(),
  overdue_count: reply.number(),
  /** Sums over tasks with an estimate that are not archived; the time spent is null for external users. */
  estimate_minutes: reply.number(),
  spent_on_estimated_minutes: reply.numberOrNull(),
  /** Users with access: owners first, then by name. Lists include only the first `maxListedMembers`. */
  members: array(personReply).required(),
  member_count: reply.number(),
  mine: boolean().required(),
  /** Revision of the project's stream at which this reply was read; clients subscribe from this revision. */
  ...positionReply,
  version: reply.number(),
  updated_at: reply.text(),
  can: object({
    edit: boolean().required(),
    /** Whether the reader may archive or restore the project; archived projects can be restored but not edited. */
    archive: boolean().required(),
    delete: boolean().required(),
  }),
});

export type Project = InferType<typeof projectReply>;

export const projectDetailReply = projectReply.shape({
  description: reply.textOrNull(),
  department: namedRecord.nullable().defined(),
  budget: reply.textOrNull(),
  budget_currency: reply.text(),
  created_at: reply.text(),
  project_members: array(memberReply).required(),
  groups: array(groupReply).required(),
  can: object({
    edit: boolean().required(),
    archive: boolean().required(),
    delete: boolean().required(),
    members: boolean().required(),
    create_task: boolean().required(),
    move_task: boolean().required(),
    /** Whether the reader may edit and move assigned tasks, even without permission for other tasks. */
    edit_assigned: boolean().required(),
    edit_columns: boolean().required(),
    edit_tags: boolean().required(),
  }),
});

export type ProjectDetail = InferType<typeof projectDetailReply>;

const byId = object({ id: pathId("project") });

export const listProjects = endpoint({
  method: "GET",
  path: "/project/list",
  summary: "Lists the caller's projects with progress and the first 20 members.",
  permission: "project-list",
  query: projectListQuery,
  expensive: true,
  reply: object({
    message: string(),
    data: array(projectReply).required(),
    meta: pageMeta.optional().default(undefined),
  }),
});

export const readProject = endpoint({
  method: "GET",
  path: "/project/single/:id",
  summary: "Returns a project with its details, members and progress.",
  permission: "project-view",
  params: byId,
  expensive: true,
  reply: dataReply(projectDetailReply),
});

export const editableProject = endpoint({
  method: "GET",
  path: "/project/:id/edit",
  scope: "project-edit",
  summary: "Returns a project with all fields of the edit form.",
  params: byId,
  expensive: true,
  reply: dataReply(projectDetailReply),
});

export const createProject = endpoint({
  method: "POST",
  path: "/project",
  summary: "Creates a project with the columns To do, In progress and Done. The creator becomes an owner.",
  permission: "project-create",
  body: createProjectSchema,
  reply: dataReply(projectDetailReply),
  status: 201,
  problems: ["plan_limit_reached"],
  example: { body: { title: "Website relaunch", code: "WEB" } },
});

export const updateProject = endpoint({
  method: "POST",
  path: "/project/update/:id",
  scope: "project-edit",
  summary: "Updates the fields sent.",
  params: byId,
  body: updateProjectSchema,
  reply: dataReply(projectDetailReply),
  problems: ["project.stale", "project.archived"],
  example: { body: { title: "Website relaunch 2" } },
});

export const setProjectMembers = endpoint({
  method: "PUT",
  path: "/project/:id/members",
  scope: "member-edit",
  summary: "Sets the members of a project and their roles.",
  params: byId,
  body: projectMembersSchema,
  reply: dataReply(projectDetailReply),
  problems: ["project.archived"],
  example: { body: { members: [{ user_id: 1, role: "owner" }] } },
});

export const archiveProject = endpoint({
  method: "PUT",
  path: "/project/:id/archive",
  scope: "project-edit",
  summary: "Archives a project. It becomes read only.",
  params: byId,
  reply: dataReply(projectDetailReply),
});

export const restoreProject = endpoint({
  method: "PUT",
  path: "/project/:id/restore",
  scope: "project-edit",
  summary: "Restores an archived project.",
  params: byId,
  reply: dataReply(projectDetailReply),
  problems: ["plan_limit_reached"],
});

export const deleteProject = endpoint({
  method: "DELETE",
  path: "/project/:id",
  scope: "project-delete",
  summary: "Moves a project to the bin with all its data.",
  params: byId,
  problems: ["time.handedIn"],
  reply: deletedReply,
});

export const listProjectChoices = endpoint({
  method: "GET",
  path: "/project/choices",
  summary: "Lists clients and departments for selection when creating a project.",
  permission: ["project-create", "project-edit", "project-list"],
  reply: dataReply(object({ clients: array(namedRecord).required(), departments: array(namedRecord).required() })),
});

export const listTags = endpoint({
  method: "GET",
  path: "/project/tags",
  scope: "project-view",
  summary: "Lists a project's tags.",
  query: object({ project_id: idField("project").required("field.required") }),
  reply: dataReply(array(tagReply).required()),
  example: { query: { project_id: 1 } },
});

export const createTag = endpoint({
  method: "POST",
  path: "/project/tags",
  scope: "tag-edit",
  summary: "Creates a tag in a project.",
  body: tagSchema,
  reply: dataReply(tagReply),
  status: 201,
  example: { body: { project_id: 1, name: "Design" } },
});

const tagById = object({ id: pathId("tag") });

export const updateTag = endpoint({
  method: "PATCH",
  path: "/project/tags/:id",
  scope: "tag-edit",
  summary: "Updates a tag's name or colour.",
  params: tagById,
  body: updateTagSchema,
  reply: dataReply(tagReply),
  example: { body: { name: "Research" } },
});

export const deleteTag = endpoint({
  method: "DELETE",
  path: "/project/tags/:id",
  scope: "tag-edit",
  summary: "Deletes a tag from the project and its tasks.",
  params: tagById,
  reply: deletedReply,
});
