import { array, type InferType, object } from "yup";
import { endpoint } from "../kernel/endpoint";
import { dataReply, idField, pageMeta, reply, wholeNumber } from "../kernel/fields";
import { boolean, string } from "../kernel/schemas";
import { requestFamilies } from "../requests/families";
import { periodShape, refusesPeriod } from "./analytics.schema";
import { projectRef } from "./project-analytics.contract";
import { approverKinds } from "../approvals/approvals.chain.rules";

const monthsReply = object({ month: reply.text(), days: reply.number(), query: reply.textOrNull() });

export const departmentAnalyticsReply = object({
  departments: array(object({ id: reply.id(), name: reply.text(), people: reply.number() })).required(),
  department_id: reply.numberOrNull(),
  from: reply.text(),
  to: reply.text(),
  today: reply.text(),
  people: reply.number(),
  /** Too few people, or what is told would tell about so few elsewhere, and the reader doesn't lead them: there are no figures. */
  withheld: boolean().required(),
  leave: object({
    /** Working days, up to today and after it. */
    taken: reply.number(),
    planned: reply.number(),
    /** Days taken of all that could have been worked up to today, per cent to a tenth. */
    absence: reply.numberOrNull(),
    months: array(monthsReply).required(),
    /** Lists; null: the reader doesn't see whose it is. */
    taken_query: reply.textOrNull(),
    planned_query: reply.textOrNull(),
    absence_query: reply.textOrNull(),
  }),
  /** Of who they are; null: too few. */
  people_query: reply.textOrNull(),
  spend: object({
    currency: reply.textOrNull(),
    months: array(
      object({
        month: reply.text(),
        type: reply.text(),
        amount: reply.text(),
        count: reply.number(),
        query: reply.textOrNull(),
      }),
    ).required(),
  }),
  /** What departments may spend in the years of the period, and have; null: not for the reader. */
  budgets: array(
    object({
      year: reply.number(),
      amount: reply.text(),
      spent: reply.text(),
      /** Asked for, undecided. */
      waiting: reply.text(),
      spent_query: reply.text(),
      waiting_query: reply.text(),
    }),
  )
    .nullable()
    .defined(),
  /** Null: projects that the reader doesn't see. */
  time: array(
    object({ project: projectRef.nullable().defined(), minutes: reply.number(), query: reply.textOrNull() }),
  ).required(),
  approvals: array(
    object({
      family: reply.text(),
      approver: reply.text(),
      role: reply.textOrNull(),
      count: reply.number(),
      /** The median, in days; null with fewer than five. */
      days: reply.numberOrNull(),
      /** Too few people decided, and the reader doesn't lead them: how long they took isn't told. */
      withheld: boolean().required(),
      query: reply.textOrNull(),
    }),
  ).required(),
  /** Rooms and cars that its people had, for how long; null: the reader sees no bookings. */
  bookings: array(
    object({
      type: reply.text(),
      id: reply.id(),
      name: reply.text(),
      count: reply.number(),
      minutes: reply.number(),
      query: reply.text(),
    }),
  )
    .nullable()
    .defined(),
});
export type DepartmentAnalytics = InferType<typeof departmentAnalyticsReply>;

const guarded = { feature: "analytics", permission: "analytics-department-list" } as const;
const shape = { from: periodShape.from, to: periodShape.to, department_id: idField("department") };

export const readDepartmentAnalytics = endpoint({
  method: "GET",
  path: "/analytics/department",
  ...guarded,
  summary: "Leave, spend, time by project and how long approvals take, of a department or the organisation.",
  query: object(shape).test("period", "field.endBeforeStart", refusesPeriod),
  reply: dataReply(departmentAnalyticsReply),
});

export const departmentFigures = [
  "people",
  "leave",
  "taken",
  "planned",
  "absence",
  "spend",
  "spent",
  "waiting",
  "time",
  "approvals",
  "bookings",
] as const;
export type DepartmentFigure = (typeof departmentFigures)[number];

const yearMonth = /^\d{4}-(0[1-9]|1[0-2])$/;
/** Which part of a figure: a month of leave, a type of request, a project, a step, a room. */
const partShape = {
  month: string().matches(yearMonth, "field.invalid"),
  type: string().oneOf(["purchase", "payment", "cash_advance", "room", "car"]),
  year: wholeNumber(2000, 2100),
  project_id: idField("project"),
  family: string().oneOf([...requestFamilies]),
  approver: string().oneOf([...approverKinds]),
  role_id: idField("role"),
  bookable_id: wholeNumber(1, Number.MAX_SAFE_INTEGER),
};

export const departmentRowReply = object({
  id: reply.id(),
  title: reply.text(),
  detail: reply.text(),
  /** Days, minutes, or an amount with its decimals, as the figure; of people nothing. */
  value: reply.text(),
  /** Of how many, where the figure is a share. */
  of: reply.textOrNull(),
});
export type DepartmentRow = InferType<typeof departmentRowReply>;

export const listDepartmentFigure = endpoint({
  method: "GET",
  path: "/analytics/department/list",
  ...guarded,
  summary: "What a figure of a department counts: names and requests for who leads it or sees them all.",
  query: object({
    ...shape,
    ...partShape,
    figure: string()
      .oneOf([...departmentFigures])
      .required(),
    page: wholeNumber(1, 100_000),
    per_page: wholeNumber(1, 200),
  }).test("period", "field.endBeforeStart", refusesPeriod),
  reply: object({ message: string(), data: array(departmentRowReply).required(), meta: pageMeta }),
  problems: ["permission.denied"],
  example: { query: { figure: "leave" } },
});
