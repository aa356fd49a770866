import { array, type InferType, object } from "yup";
import { endpoint } from "../../kernel/endpoint";
import { dataReply, idField, reply } from "../../kernel/fields";
import { projectPermissions } from "../../kernel/permissions";
import { boolean, string } from "../../kernel/schemas";

export const rightsSubjects = ["project", "request", "booking"] as const;
export type RightsSubject = (typeof rightsSubjects)[number];

export const rightsActions = {
  project: ["see", ...projectPermissions],
  request: ["see", "decide", "hand_over"],
  booking: ["see", "edit", "cancel", "approve", "check_in", "answer"],
} as const;

/** Why a user has a permission: tenant role, project role, own record, current approver, delegation, manager, or invitation. */
export const rightsReasons = ["role", "project_role", "own", "asked", "delegation", "manager", "invited"] as const;

export const rightExplanationReply = object({
  action: string().required(),
  allowed: boolean().required(),
  why: array(
    object({
      by: string()
        .oneOf([...rightsReasons])
        .required(),
      /** Name of the role, the project role or the delegator. */
      name: reply.textOrNull(),
    }),
  ).required(),
});
export type RightExplanation = InferType<typeof rightExplanationReply>;

export const readRights = endpoint({
  method: "GET",
  path: "/role/rights",
  summary:
    "Returns what a user may do with a project, a request or a booking, and why, by the rules of the calls themselves.",
  permission: "role-list",
  query: object({
    user_id: idField("user").required("field.required"),
    thing: string()
      .oneOf([...rightsSubjects], "field.oneOf")
      .required("field.required"),
    id: idField("request").required("field.required"),
  }),
  reply: dataReply(
    object({ title: reply.textOrNull(), role: reply.text(), rights: array(rightExplanationReply).required() }),
  ),
  problems: ["notFound"],
  example: { query: { user_id: 1, thing: "request", id: 1 } },
});
