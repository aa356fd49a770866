import { array, type InferType, object } from "yup";
import { endpoint } from "../../kernel/endpoint";
import { dataReply, idField, pageMeta, reply, wholeNumber } from "../../kernel/fields";
import { boolean, string } from "../../kernel/schemas";
import { requestFamilies } from "../../approvals/approvals/families";
import { periodShape, assertValidPeriod } from "./analytics.schema";
import { projectRef } from "./project-analytics.contract";
import { approverKinds } from "../../approvals/approvals/approvals.chain.rules";

const monthsReply = object({ month: reply.text(), days: reply.number(), query: reply.textOrNull() });

export const departmentAnalyticsReply = object({
  departments: array(object({ id: reply.id(), name: reply.text(), people: reply.number() })).required(),
  department_id: reply.numberOrNull(),
  from: reply.text(),
  to: reply.text(),
  today: reply.text(),
  people: reply.number(),
  /**
   * Whether the figures are withheld because the reader does not lead the group and the group is too small or its figures would reveal
   * those of another small group.
   */
  withheld: boolean().required(),
  leave: object({
    /** Working days of leave, `taken` up to today and `planned` after today. */
    taken: reply.number(),
    planned: reply.number(),
    /** Percentage of working days up to today that were leave, with one decimal. */
    absence: reply.numberOrNull(),
    months: array(monthsReply).required(),
    /** Queries of the lists behind the figures; null if the reader may not see individual leave. */
    taken_query: reply.textOrNull(),
    planned_query: reply.textOrNull(),
    absence_query: reply.textOrNull(),
  }),
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
  /** Budgets of the years in the period and their spending; null if the reader may not see them. */
  budgets: array(
    object({
      year: reply.number(),
      amount: reply.text(),
      spent: reply.text(),
      /** Approved amount that isn't paid yet. */
      committed: reply.text(),
      /** Requested amount that is still undecided. */
      waiting: reply.text(),
      spent_query: reply.text(),
      committed_query: reply.text(),
      waiting_query: reply.text(),
    }),
  )
    .nullable()
    .defined(),
  time: array(
    object({ project: projectRef.nullable().defined(), minutes: reply.number(), query: reply.textOrNull() }),
  ).required(),
  approvals: array(
    object({
      family: reply.text(),
      approver: reply.text(),
      role: reply.textOrNull(),
      count: reply.number(),
      /** The median in days; null with fewer than five approvals. */
      days: reply.numberOrNull(),
      /** Whether the duration is withheld because too few users decided and the reader does not lead them. */
      withheld: boolean().required(),
      query: reply.textOrNull(),
    }),
  ).required(),
  /** Bookings of rooms and cars; null if the reader may not see them. */
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
  summary: "Returns leave, spend, time by project and approval times of a department or the organization.",
  query: object(shape).test("period", "field.endBeforeStart", assertValidPeriod),
  expensive: true,
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
  "committed",
  "waiting",
  "time",
  "approvals",
  "bookings",
] as const;
export type DepartmentFigure = (typeof departmentFigures)[number];

const yearMonth = /^\d{4}-(0[1-9]|1[0-2])$/;
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
  /** Days, minutes or a decimal amount, depending on the figure; empty for the list of employees. */
  value: reply.text(),
  /** The total, if the figure is a share. */
  of: reply.textOrNull(),
});
export type DepartmentRow = InferType<typeof departmentRowReply>;

export const listDepartmentFigure = endpoint({
  method: "GET",
  path: "/analytics/department/list",
  ...guarded,
  summary: "Lists the names and requests behind a department figure, for its managers or callers who may see them all.",
  query: object({
    ...shape,
    ...partShape,
    figure: string()
      .oneOf([...departmentFigures])
      .required(),
    page: wholeNumber(1, 100_000),
    per_page: wholeNumber(1, 200),
  }).test("period", "field.endBeforeStart", assertValidPeriod),
  reply: object({ message: string(), data: array(departmentRowReply).required(), meta: pageMeta }),
  problems: ["permission.denied"],
  example: { query: { figure: "leave" } },
});
