import { array, object } from "yup";
import { endpoint } from "../kernel/endpoint";
import { pathId } from "../kernel/fields";
import { boolean, string } from "../kernel/schemas";
import { personReply } from "../people/people.contract";
import { groupReply } from "./projects.contract";

/** People and groups that can be chosen; `project_id` narrows to those in the project. */
const assignable = object({
  message: string(),
  data: object({ users: array(personReply).required(), groups: array(groupReply).required() }),
});

const forProjects = object({
  message: string(),
  data: object({
    /** `external`: from outside, at most a guest unless an owner decides otherwise. */
    users: array(personReply.shape({ external: boolean().required() })).required(),
    groups: array(groupReply).required(),
  }),
});

export const assignableUsers = endpoint({
  method: "GET",
  path: "/task/assgine-to-users",
  scope: "project-view",
  summary: "Everyone the caller may put on a project.",
  reply: forProjects,
});

export const assignableProjectUsers = endpoint({
  method: "GET",
  path: "/task/assgine-to-users/:projectId",
  scope: "project-view",
  summary: "Who can be assigned to tasks of the project.",
  params: object({ projectId: pathId("project") }),
  reply: assignable,
});
