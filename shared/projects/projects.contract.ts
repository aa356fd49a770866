import { array, type InferType, object } from "yup";
import { boolean, string } from "../kernel/schemas";
import { endpoint } from "../kernel/endpoint";
import { dataReply, deletedReply, idField, pageMeta, pathId, reply } from "../kernel/fields";
import { projectRoles } from "../kernel/permissions";
import { personReply } from "../people/people.contract";
import {
  createProjectSchema,
  projectListQuery,
  projectMembersSchema,
  projectStates,
  tagSchema,
  updateProjectSchema,
  updateTagSchema,
} from "./projects.schema";

const named = object({ id: reply.id(), name: reply.text() });

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

/** A project as lists and cards show it. */
export const projectReply = object({
  id: reply.id(),
  title: reply.text(),
  code: reply.text(),
  color: reply.text(),
  status: string()
    .oneOf([...projectStates])
    .required(),
  client: named.nullable().defined(),
  start_date: reply.textOrNull(),
  end_date: reply.textOrNull(),
  archived: boolean().required(),
  /** Mean progress of the tasks that aren't archived, 0 to 100. */
  progress: reply.number(),
  task_count: reply.number(),
  done_count: reply.number(),
  /** Begun and not done: some progress, or in a column of work. */
  doing_count: reply.number(),
  overdue_count: reply.number(),
  /** Who has access, owners first, then by name: in a list the first `listedMembers` of them. */
  members: array(personReply).required(),
  /** How many have access. */
  member_count: reply.number(),
  /** Whether one has access oneself, and doesn't see it for seeing all. */
  mine: boolean().required(),
  /** Position of the project's stream when this was read: subscribe from here. */
  revision: reply.number(),
  version: reply.number(),
  updated_at: reply.text(),
  can: object({
    edit: boolean().required(),
    /** Put away, or bring back: also when the project is archived and nothing else can be changed. */
    archive: boolean().required(),
    delete: boolean().required(),
  }),
});

export type Project = InferType<typeof projectReply>;

export const projectDetailReply = projectReply.shape({
  description: reply.textOrNull(),
  department: named.nullable().defined(),
  budget: reply.textOrNull(),
  created_at: reply.text(),
  /** Everyone with their role; `members` above is who has access, groups included. */
  project_members: array(memberReply).required(),
  groups: array(groupReply).required(),
  can: object({
    edit: boolean().required(),
    archive: boolean().required(),
    delete: boolean().required(),
    members: boolean().required(),
    create_task: boolean().required(),
    move_task: boolean().required(),
    /** Change and move the tasks that one is assigned to, also where one may not change the others. */
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
  summary: "The projects one is in, with progress and the first twenty of those who have access.",
  permission: "project-list",
  query: projectListQuery,
  long: true,
  reply: object({
    message: string(),
    data: array(projectReply).required(),
    meta: pageMeta.optional().default(undefined),
  }),
});

export const singleProject = endpoint({
  method: "GET",
  path: "/project/single/:id",
  summary: "One project: facts, members, progress.",
  permission: "project-view",
  params: byId,
  long: true,
  reply: dataReply(projectDetailReply),
});

export const editableProject = endpoint({
  method: "GET",
  path: "/project/:id/edit",
  scope: "project-edit",
  summary: "One project as its form needs it.",
  params: byId,
  long: true,
  reply: dataReply(projectDetailReply),
});

export const createProject = endpoint({
  method: "POST",
  path: "/project",
  summary: "Creates a project with the columns To do, In progress, Done; its maker becomes an owner.",
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
  summary: "Changes the fields that are sent.",
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
  summary: "Sets who is in the project, and in which role.",
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
  summary: "Puts the project away: read only, apart from the others.",
  params: byId,
  reply: dataReply(projectDetailReply),
});

export const restoreProject = endpoint({
  method: "PUT",
  path: "/project/:id/restore",
  scope: "project-edit",
  summary: "Brings an archived project back.",
  params: byId,
  reply: dataReply(projectDetailReply),
  problems: ["plan_limit_reached"],
});

export const deleteProject = endpoint({
  method: "DELETE",
  path: "/project/:id",
  scope: "project-delete",
  summary: "Deletes the project with everything in it, for good.",
  params: byId,
  problems: ["time.handedIn"],
  reply: deletedReply,
});

/** Choices of the project form. */
export const projectChoices = endpoint({
  method: "GET",
  path: "/project/choices",
  summary: "Clients and departments to choose from when making a project.",
  permission: ["project-create", "project-edit", "project-list"],
  reply: dataReply(object({ clients: array(named).required(), departments: array(named).required() })),
});

export const listTags = endpoint({
  method: "GET",
  path: "/project/tags",
  scope: "project-view",
  summary: "The tags of a project.",
  query: object({ project_id: idField("project").required("field.required") }),
  reply: dataReply(array(tagReply).required()),
  example: { query: { project_id: 1 } },
});

export const createTag = endpoint({
  method: "POST",
  path: "/project/tags",
  scope: "tag-edit",
  summary: "Adds a tag to a project.",
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
  summary: "Renames or recolours a tag.",
  params: tagById,
  body: updateTagSchema,
  reply: dataReply(tagReply),
  example: { body: { name: "Research" } },
});

export const deleteTag = endpoint({
  method: "DELETE",
  path: "/project/tags/:id",
  scope: "tag-edit",
  summary: "Removes a tag from the project and from its tasks.",
  params: tagById,
  reply: deletedReply,
});
