import { array, type InferType, object } from "yup";
import { endpoint } from "../kernel/endpoint";
import { dataReply, idField, reply } from "../kernel/fields";
import { projectPermissions } from "../kernel/permissions";
import { boolean, string } from "../kernel/schemas";

/** Things of which one can ask what somebody may do with them. */
export const rightsThings = ["project", "request", "booking"] as const;
export type RightsThing = (typeof rightsThings)[number];

/** What is asked of each. */
export const rightsActions = {
  project: ["see", ...projectPermissions],
  request: ["see", "decide", "hand_over"],
  booking: ["see", "edit", "cancel", "approve", "check_in", "answer"],
} as const;
export type RightsAction = (typeof rightsActions)[RightsThing][number];

/** Why somebody may: by their role in the organisation or in the project; it is their own; they are asked; in somebody's name; they lead. */
export const rightsReasons = ["role", "project_role", "own", "asked", "delegation", "manager", "invited"] as const;

export const rightReply = object({
  action: string().required(),
  allowed: boolean().required(),
  why: array(
    object({
      by: string()
        .oneOf([...rightsReasons])
        .required(),
      /** Of the role, of the role in the project, or of whoever has handed it over. */
      name: reply.textOrNull(),
    }),
  ).required(),
});
export type Right = InferType<typeof rightReply>;

export const readRights = endpoint({
  method: "GET",
  path: "/role/rights",
  summary:
    "What a person may do with a project, a request or a booking, and why; what the calls themselves would answer.",
  permission: "role-list",
  query: object({
    user_id: idField("user").required("field.required"),
    thing: string()
      .oneOf([...rightsThings], "field.oneOf")
      .required("field.required"),
    id: idField("request").required("field.required"),
  }),
  reply: dataReply(object({ title: reply.textOrNull(), role: reply.text(), rights: array(rightReply).required() })),
  problems: ["notFound"],
  example: { query: { user_id: 1, thing: "request", id: 1 } },
});
