import { array, type InferType, object } from "yup";
import { reply, positionReply } from "../../kernel/fields";
import { personReply } from "../../kernel/person-reply";
import { recordCalls, recordShape, verbPaths } from "../../kernel/records";
import { boolean } from "../../kernel/schemas";
import { departmentSchema, departmentSorts, maxDepartments } from "./departments.schema";

export const departmentReply = object({
  ...recordShape,
  name: reply.text(),
  code: reply.textOrNull(),
  parent_id: reply.numberOrNull(),
  head: personReply.nullable().defined(),
  /** Number of active employees, excluding sub-departments. */
  employee_count: reply.number(),
});
export type Department = InferType<typeof departmentReply>;

const refReply = object({ id: reply.id(), name: reply.text() });

export const departmentPageReply = departmentReply.shape({
  ...positionReply,
  above: array(refReply).required(),
  below: array(refReply.shape({ employee_count: reply.number() })).required(),
  people: array(personReply.shape({ position: reply.textOrNull(), external: boolean().required() })).required(),
  projects: array(object({ id: reply.id(), title: reply.text(), code: reply.text(), color: reply.text() })).required(),
  /** Budget of the current year; null if there is none or the reader may not see it. */
  budget: object({
    owner: personReply.nullable().defined(),
    currency: reply.text(),
    amount: reply.text(),
    spent: reply.text(),
    committed: reply.text(),
    waiting: reply.text(),
    left: reply.text(),
  })
    .nullable()
    .defined(),
});
export type DepartmentPage = InferType<typeof departmentPageReply>;

const ownPosition = ["user.ownEmployment", "user.ownAccess"] as const;

export const {
  list: listDepartments,
  single: singleDepartment,
  select: selectDepartments,
  create: createDepartment,
  update: updateDepartment,
  remove: deleteDepartment,
} = recordCalls({
  noun: "department",
  limit: maxDepartments,
  paths: verbPaths("/department"),
  sorts: departmentSorts,
  body: departmentSchema,
  reply: departmentReply,
  single: departmentPageReply,
  choice: refReply.shape({ parent_id: reply.numberOrNull() }),
  example: { name: "Night shift", code: "NGT" },
  successor: true,
  details: {
    list: {
      summary:
        "Lists departments by name, with their heads and number of people. `query` matches names, codes and heads.",
      expensive: "unlessPaged",
    },
    single: {
      summary:
        "Returns a department with its people, parents, sub-departments and projects, and its budget if permitted.",
      permission: ["department-view", "department-edit"],
    },
    select: {
      permission: ["department-list", "department-view", "user-create", "user-edit", "project-create", "project-edit"],
    },
    update: {
      status: 201,
      problems: ["organization.stale", ...ownPosition],
      example: { body: { name: "Night shift", code: "NGT", parent_id: null } },
    },
    remove: { problems: ["organization.inUse", ...ownPosition] },
  },
});
