import { array, type InferType, object } from "yup";
import { boolean, string } from "../../../kernel/schemas";
import { endpoint, withoutApiTokens } from "../../../kernel/endpoint";
import {
  dataReply,
  dayField,
  idField,
  lineField,
  pageMeta,
  pagingShape,
  pathId,
  reply,
  wholeNumber,
} from "../../../kernel/fields";
import { nameTranslations } from "../../../kernel/translations";
import { personReply } from "../../../kernel/person-reply";
import { ledgerCauses } from "./allowance.rules";
import { prorationMethods, roundings } from "../types/allowance-settings.rules";
import { leaveTypeRef, dayPartReply } from "../types/types.contract";
import { adjustmentSchema, settlementSchema } from "./ledger.schema";
import { leaveFamily } from "../../../approvals/approvals/families";

const { feature } = leaveFamily;

export const balanceReply = object({
  leave_type: leaveTypeRef,
  year: reply.number(),
  allowance: reply.number(),
  carried: reply.number(),
  adjusted: reply.number(),
  taken: reply.number(),
  waiting: reply.number(),
  expired: reply.number(),
  /** If negative, days reserved for leave booked later. If positive, days of leave booked later that future grants will cover. */
  ahead: reply.number(),
  /** Days that can be taken on `date`. */
  balance: reply.number(),
});
export type LeaveBalance = InferType<typeof balanceReply>;

export const leaveBalances = endpoint({
  method: "GET",
  path: "/leave/balance",
  summary: "Returns leave balances by type, of the caller or a visible user.",
  feature,
  permission: "leave-request-list",
  query: object({
    user_id: idField("user"),
    year: wholeNumber(2000, 2100),
    date: dayField(),
  }),
  reply: dataReply(array(balanceReply).required()),
});

export const listBalancePeople = endpoint({
  method: "GET",
  path: "/leave/balance/people",
  summary: "Lists everyone's leave balances by type in a year, by name.",
  feature,
  permission: "leave-balance-edit",
  query: object({
    ...pagingShape,
    year: wholeNumber(2000, 2100),
    department_id: idField("department"),
    /** Lists users who have left instead of active ones. */
    left: boolean(),
    q: lineField(100),
  }),
  expensive: true,
  reply: object({
    message: string(),
    data: array(
      object({
        person: personReply,
        department: reply.textOrNull(),
        joined_on: reply.textOrNull(),
        left_on: reply.textOrNull(),
        location: reply.textOrNull(),
        balances: array(
          object({ leave_type: leaveTypeRef, balance: reply.number(), waiting: reply.number() }),
        ).required(),
      }),
    ).required(),
    meta: pageMeta,
  }),
});

export const ledgerReply = object({
  id: reply.id(),
  reason: reply.text(),
  days: reply.number(),
  balance: reply.number(),
  year: reply.number(),
  /** The granted period: a year or a month. */
  period: reply.textOrNull(),
  request_id: reply.numberOrNull(),
  note: reply.textOrNull(),
  /** Day of an opening balance, a payout or a forfeiture. */
  on_day: reply.textOrNull(),
  /** Translations of the note, if it is a holiday's name. */
  note_translations: nameTranslations(),
  /** Reason for an automatic change. */
  cause: string()
    .oneOf([...ledgerCauses])
    .nullable()
    .defined(),
  /** Dates of the leave at the time the entry was written. */
  span: object({
    start_date: reply.text(),
    end_date: reply.text(),
    start_half: string().oneOf(["afternoon"]).nullable().defined(),
    end_half: string().oneOf(["morning"]).nullable().defined(),
    part: dayPartReply,
  })
    .nullable()
    .defined(),
  actor: personReply.nullable().defined(),
  at: reply.text(),
});

/** Explains how the allowance of a year was calculated. */
const allowanceReason = object({
  accrual: string().oneOf(["yearly", "monthly"]).required(),
  prorated: boolean().required(),
  proration: string()
    .oneOf([...prorationMethods])
    .required(),
  rounding: string()
    .oneOf([...roundings])
    .required(),
  /** First and last day of employment, null unless it begins or ends within the year. */
  joined: reply.textOrNull(),
  left: reply.textOrNull(),
  /** Days or months of employment in the year; `whole` is the number in the full year. */
  part: reply.number(),
  whole: reply.number(),
  /** Parts of the year with different days per year, and the rule or override that decides them. */
  segments: array(
    object({
      from: reply.text(),
      to: reply.text(),
      days: reply.number(),
      rule: reply.textOrNull(),
      override: reply.textOrNull(),
      seniority: reply.numberOrNull(),
    }),
  ).required(),
  /** Days before and after rounding. */
  exact: reply.number(),
  days: reply.number(),
});
export type AllowanceReason = InferType<typeof allowanceReason>;

export const leaveLedger = endpoint({
  method: "GET",
  path: "/leave/balance/:user_id/ledger",
  summary: "Lists all ledger entries of a leave balance, oldest first.",
  feature,
  permission: "leave-request-list",
  params: object({ user_id: pathId("user") }),
  query: object({ leave_type_id: idField("leaveType").required("field.required"), year: wholeNumber(2000, 2100) }),
  reply: object({
    message: string(),
    data: array(ledgerReply).required(),
    /** Balance of each year on a day, and `ahead`, the part that no ledger entry contains, as in `GET /leave/balance`. */
    balances: array(
      object({
        year: reply.number(),
        day: reply.text(),
        balance: reply.number(),
        ahead: reply.number(),
        allowance: allowanceReason.nullable().defined(),
      }),
    ).required(),
  }),
  example: { query: { leave_type_id: 1 } },
});

export const adjustBalance = endpoint({
  method: "POST",
  path: "/leave/balance/:user_id/adjustment",
  summary: "Adds or deducts leave days, with a reason.",
  feature,
  permission: "leave-balance-edit",
  scope: withoutApiTokens,
  params: object({ user_id: pathId("user") }),
  body: adjustmentSchema,
  reply: dataReply(balanceReply),
  status: 201,
  problems: ["leave.ownBalance"],
  example: { body: { leave_type_id: 1, year: 2030, days: 1.5, note: "Worked on a holiday" } },
});

export const settleBalance = endpoint({
  method: "POST",
  path: "/leave/balance/:user_id/settlement",
  summary:
    "Pays out remaining leave days, as part of a month's payroll, or lets them lapse, with a reason. Negative days take it back.",
  feature,
  permission: "leave-balance-edit",
  scope: withoutApiTokens,
  params: object({ user_id: pathId("user") }),
  body: settlementSchema,
  reply: dataReply(balanceReply),
  status: 201,
  problems: ["leave.ownBalance"],
  example: {
    body: {
      leave_type_id: 1,
      year: new Date().getUTCFullYear(),
      kind: "payout",
      days: 1.5,
      day: "2030-06-30",
      note: "Agreed",
    },
  },
});
