import { array, object } from "yup";
import { endpoint } from "../../kernel/endpoint";
import { pathId } from "../../kernel/fields";
import { boolean, string } from "../../kernel/schemas";
import { personReply } from "../../kernel/person-reply";
import { groupReply } from "./projects.contract";

/** Users and groups that can be assigned; `project_id` limits them to members of the project. */
const assignable = object({
  message: string(),
  data: object({ users: array(personReply).required(), groups: array(groupReply).required() }),
});

const forProjects = object({
  message: string(),
  data: object({
    /** `external`: the user is external and gets at most the guest role, unless a project owner chooses another one. */
    users: array(personReply.shape({ external: boolean().required() })).required(),
    groups: array(groupReply).required(),
  }),
});

export const assignableUsers = endpoint({
  method: "GET",
  path: "/task/assgine-to-users",
  scope: "project-view",
  summary: "Lists the people the caller may add to a project.",
  reply: forProjects,
});

export const assignableProjectUsers = endpoint({
  method: "GET",
  path: "/task/assgine-to-users/:projectId",
  scope: "project-view",
  summary: "Lists the people who can be assigned to the project's tasks.",
  params: object({ projectId: pathId("project") }),
  reply: assignable,
});
