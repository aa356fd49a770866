import { array, type InferType, object } from "yup";
import { endpoint } from "../kernel/endpoint";
import { dataReply, deletedReply, pageMeta, pagingShape, pathId, reply, searchShape } from "../kernel/fields";
import { boolean, string } from "../kernel/schemas";
import { successorSchema } from "../kernel/uses";
import { personReply } from "../people/people.contract";
import { departmentSchema, departmentSorts } from "./departments.schema";

export const departmentReply = object({
  id: reply.id(),
  name: reply.text(),
  code: reply.textOrNull(),
  parent_id: reply.numberOrNull(),
  head: personReply.nullable().defined(),
  /** Active people of it, without those of the departments below. */
  employee_count: reply.number(),
  version: reply.number(),
  can: object({ edit: boolean().required(), delete: boolean().required() }),
});
export type Department = InferType<typeof departmentReply>;

const refReply = object({ id: reply.id(), name: reply.text() });

/** A department with what one comes to see on its page. */
export const departmentPageReply = departmentReply.shape({
  /** Of the directory's stream. */
  revision: reply.number(),
  /** From the top down to the one that it belongs to. */
  above: array(refReply).required(),
  below: array(refReply.shape({ employee_count: reply.number() })).required(),
  people: array(personReply.shape({ position: reply.textOrNull(), external: boolean().required() })).required(),
  /** Those that the reader may see. */
  projects: array(object({ id: reply.id(), title: reply.text(), code: reply.text(), color: reply.text() })).required(),
  /** This year's; null for who may not know it, or where there is none. */
  budget: object({
    currency: reply.text(),
    amount: reply.text(),
    spent: reply.text(),
    waiting: reply.text(),
    left: reply.text(),
  })
    .nullable()
    .defined(),
});
export type DepartmentPage = InferType<typeof departmentPageReply>;

const byId = object({ id: pathId("department") });
const example = { name: "Night shift", code: "NGT" };

export const listDepartments = endpoint({
  method: "GET",
  path: "/department/list",
  summary:
    "Departments by name, with their heads and how many people they have. `query` looks in names, codes and heads.",
  permission: "department-list",
  query: object({ ...pagingShape, ...searchShape, sort: string().oneOf([...departmentSorts], "field.oneOf") }),
  long: "whole",
  reply: object({
    message: string(),
    data: array(departmentReply).required(),
    revision: reply.number(),
    meta: pageMeta,
  }),
});

export const singleDepartment = endpoint({
  method: "GET",
  path: "/department/single/:id",
  summary: "One department with its people, what is above and below it, its projects, and its budget for who may know.",
  permission: ["department-view", "department-edit"],
  params: byId,
  reply: dataReply(departmentPageReply),
});

export const selectDepartments = endpoint({
  method: "GET",
  path: "/department/select",
  summary: "Departments to choose from.",
  permission: ["department-list", "department-view", "user-create", "user-edit", "project-create", "project-edit"],
  query: object({ ...searchShape }),
  reply: dataReply(array(refReply.shape({ parent_id: reply.numberOrNull() })).required()),
});

export const createDepartment = endpoint({
  method: "POST",
  path: "/department",
  summary: "Adds a department.",
  permission: "department-create",
  body: departmentSchema,
  reply: dataReply(departmentReply),
  status: 201,
  example: { body: example },
});

export const updateDepartment = endpoint({
  method: "PUT",
  path: "/department/update/:id",
  summary: "Changes a department. What is left out stays.",
  permission: "department-edit",
  params: byId,
  body: departmentSchema,
  reply: dataReply(departmentReply),
  status: 201,
  problems: ["organisation.stale", "user.ownEmployment", "user.ownAccess"],
  example: { body: { ...example, parent_id: null } },
});

export const deleteDepartment = endpoint({
  method: "DELETE",
  path: "/department/:id",
  summary: "Deletes a department. What names it goes to `successor_id`; without one the answer says what does.",
  permission: "department-delete",
  params: byId,
  query: successorSchema("department"),
  body: successorSchema("department"),
  reply: deletedReply,
  problems: ["organisation.inUse", "user.ownEmployment", "user.ownAccess"],
  example: { body: {} },
});
