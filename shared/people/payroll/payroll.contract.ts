import { array, type InferType, mixed, object } from "yup";
import { endpoint, withoutApiTokens } from "../../kernel/endpoint";
import {
  dataReply,
  lineField,
  pageMeta,
  pagingShape,
  pathId,
  positionReply,
  reply,
  textField,
  wholeNumber,
} from "../../kernel/fields";
import { personReply } from "../../kernel/person-reply";
import { boolean, string } from "../../kernel/schemas";
import { type PayrollCells, type PayrollColumn, payrollColumnKeys } from "./payroll.rules";

export const payrollStates = ["open", "closed"] as const;

/** Kinds of open points that are usually settled before a month is closed. */
export const payrollPointKinds = ["time", "leave", "change", "number"] as const;
export type PayrollPointKind = (typeof payrollPointKinds)[number];

const stateReply = () =>
  string()
    .oneOf([...payrollStates])
    .required();

const monthShape = {
  /** `2026-11` */
  month: reply.text(),
  state: stateReply(),
  /** Number of the last closing; 0 if the month was never closed. */
  closing: reply.number(),
  closed_at: reply.textOrNull(),
  closed_by: personReply.nullable().defined(),
};
export const payrollMonthReply = object(monthShape);
export type PayrollMonth = InferType<typeof payrollMonthReply>;

const columnsReply = () => array(mixed<PayrollColumn>().required()).required();
const cellsReply = () => mixed<PayrollCells>().required();
const acceptedReply = () => mixed<Partial<Record<PayrollPointKind, number>>>().required();

export const payrollDetailReply = object({
  ...monthShape,
  points: array(
    object({
      kind: string()
        .oneOf([...payrollPointKinds])
        .required(),
      count: reply.number(),
      /** The first ones. */
      items: array(
        object({
          user: personReply,
          /** Id of the request or planned change. */
          id: reply.numberOrNull(),
          /** First day concerned. */
          day: reply.textOrNull(),
          /** Number of open weeks. */
          weeks: reply.numberOrNull(),
        }),
      ).required(),
    }),
  ).required(),
  /** Token that confirms exactly these open points, and the records that are paid, when the month is closed. */
  token: reply.text(),
  /** Fingerprint of the rows that closing exports; empty unless it is requested and the caller can close the month. */
  content: reply.text(),
  /** Number of records that closing the month pays: expense claims. 0 for closed months. */
  to_settle: reply.number(),
  closings: array(
    object({
      number: reply.number(),
      closed_at: reply.text(),
      closed_by: personReply.nullable().defined(),
      accepted: acceptedReply(),
      reopened_at: reply.textOrNull(),
      reopened_by: personReply.nullable().defined(),
      reason: reply.textOrNull(),
    }),
  ).required(),
  /** People in the previous export who aren't in this export. */
  removed: array(reply.text()).required(),
  /** Names of people whose employment changed after the month was closed: not in the export, or no longer employed in the month. */
  late: object({ joined: array(reply.text()).required(), left: array(reply.text()).required() }),
  can: object({ close: boolean().required(), reopen: boolean().required(), configure: boolean().required() }),
  ...positionReply,
});
export type PayrollDetail = InferType<typeof payrollDetailReply>;

export const payrollRowReply = object({
  position: reply.number(),
  /** Null after the user was deleted. */
  user: personReply.nullable().defined(),
  cells: cellsReply(),
  /** Whether the person isn't in the previous export. */
  added: boolean().required(),
  /** Values in the previous export for cells that differ. */
  before: cellsReply(),
  /** Current values of cells that differ from the exported values. */
  now: cellsReply(),
  /** Expense claims behind the amounts. */
  reasons: array(
    object({ column: reply.text(), id: reply.id(), number: reply.text(), amount: reply.text() }),
  ).required(),
});
export type PayrollRow = InferType<typeof payrollRowReply>;

export const monthParam = () =>
  lineField(7)
    .matches(/^20\d\d-(0[1-9]|1[0-2])$/, "field.day")
    .required();
const byMonth = object({ month: monthParam() });

export const listPayrollMonths = endpoint({
  method: "GET",
  path: "/payroll",
  summary: "Lists the months of the payroll, latest first: the last twelve and those that were closed before.",
  permission: "payroll-view",
  reply: object({
    data: array(payrollMonthReply).required(),
    can: object({ configure: boolean().required() }),
    ...positionReply,
  }),
});

export const readPayrollMonth = endpoint({
  method: "GET",
  path: "/payroll/:month",
  summary: "Returns a month of the payroll with what is still open and its closings.",
  permission: "payroll-view",
  params: byMonth,
  /** Computing the fingerprint of the rows takes as long as closing the month. */
  query: object({ with_content: boolean() }),
  reply: dataReply(payrollDetailReply),
  example: { params: { month: "2026-10" } },
});

export const listPayrollRows = endpoint({
  method: "GET",
  path: "/payroll/:month/rows",
  summary:
    "Lists a row per person: of a closed month what was exported, of an open one the present values. With what differs from the export before and, if closed, what has changed since. Amounts are included only if the caller may see salaries.",
  permission: "payroll-view",
  params: byMonth,
  query: object(pagingShape),
  /** With the position in the directory's stream, whose changes affect the rows. */
  reply: object({
    columns: columnsReply(),
    data: array(payrollRowReply).required(),
    meta: pageMeta,
    ...positionReply,
  }),
  example: { params: { month: "2026-10" } },
});

export const closePayrollSchema = object({
  /** Number of the last closing that the user has seen. */
  closing: wholeNumber(0, 1_000_000).required("field.required"),
  /** Token of the open points that the user confirms. */
  accepted: lineField(100),
  /** Fingerprint of the rows that the user has seen. */
  content: lineField(100),
});

export const closePayrollMonth = endpoint({
  method: "PUT",
  path: "/payroll/:month/close",
  summary: "Closes a month and stores what is exported. Open points must be confirmed with their token.",
  permission: "payroll-close",
  scope: withoutApiTokens,
  params: byMonth,
  body: closePayrollSchema,
  reply: dataReply(payrollDetailReply),
  problems: ["payroll.openPoints", "payroll.changed", "payroll.wrongState", "payroll.fourEyes", "permission.denied"],
  example: { params: { month: "2026-10" }, body: { closing: 0 } },
});

export const reopenPayrollSchema = object({
  closing: wholeNumber(0, 1_000_000).required("field.required"),
  reason: textField(500).required("field.required"),
});

export const reopenPayrollMonth = endpoint({
  method: "PUT",
  path: "/payroll/:month/reopen",
  summary: "Reopens a closed month. What was exported is kept.",
  permission: "payroll-close",
  scope: withoutApiTokens,
  params: byMonth,
  body: reopenPayrollSchema,
  reply: dataReply(payrollDetailReply),
  problems: ["payroll.wrongState"],
  example: { params: { month: "2026-10" }, body: { closing: 1, reason: "An expense claim was missing" } },
});

export const payrollColumnsSchema = object({
  columns: array(
    string()
      .oneOf([...payrollColumnKeys], "field.oneOf")
      .required("field.required"),
  )
    .typeError("field.list")
    .required("field.required")
    .min(1, "field.required")
    .max(payrollColumnKeys.length, "field.tooMany")
    .test("once", "field.oneOf", (columns) => !columns || new Set(columns).size === columns.length),
  version: wholeNumber(0, 1_000_000_000),
});

const columnSettingReply = object({
  columns: array(
    string()
      .oneOf([...payrollColumnKeys])
      .required(),
  ).required(),
  /** 0: the default columns. */
  version: reply.number(),
});
export type PayrollColumnSetting = InferType<typeof columnSettingReply>;

export const readPayrollColumns = endpoint({
  method: "GET",
  path: "/payroll-columns",
  summary: "Returns the columns of the payroll export, in their order after the personnel number.",
  permission: "payroll-view",
  reply: dataReply(columnSettingReply),
});

export const savePayrollColumns = endpoint({
  method: "PUT",
  path: "/payroll-columns",
  summary:
    "Changes which columns the next payroll export has, and their order. Closed months keep theirs. Adding `expenses` requires `expense-pay`: closing a month then pays the approved claims.",
  permission: "payroll-close",
  scope: withoutApiTokens,
  body: payrollColumnsSchema,
  reply: dataReply(columnSettingReply),
  problems: ["organization.stale", "permission.denied"],
  example: { body: { columns: ["name", "recorded", "leave"], version: 0 } },
});

export const payrollOfUser = endpoint({
  method: "GET",
  path: "/user/:id/payroll",
  summary:
    "Lists what was last exported for a user by month, latest first, for the user and holders of `payroll-view`.",
  permission: "user-view",
  params: object({ id: pathId("user") }),
  reply: dataReply(
    array(
      object({
        month: reply.text(),
        closed_at: reply.text(),
        state: stateReply(),
        columns: columnsReply(),
        cells: cellsReply(),
      }),
    ).required(),
  ),
});
