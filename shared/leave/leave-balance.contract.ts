import { array, type InferType, object } from "yup";
import { string } from "../kernel/schemas";
import { endpoint } from "../kernel/endpoint";
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
} from "../kernel/fields";
import { nameTranslations } from "../kernel/translations";
import { personReply } from "../people/people.contract";
import { ledgerCauses } from "./leave.allowance.rules";
import { leaveTypeRef } from "./leave.contract";
import { adjustmentSchema } from "./leave.schema";
import { leaveFamily } from "./leave.family";

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
  /** Below zero: kept for leave booked for later. Above: leave booked for later that days still to come will cover. */
  ahead: reply.number(),
  /** What can be taken on the day. */
  balance: reply.number(),
});
export type LeaveBalance = InferType<typeof balanceReply>;

export const leaveBalances = endpoint({
  method: "GET",
  path: "/leave/balance",
  summary: "Balances by type, one's own or of someone one may see.",
  feature,
  permission: "leave-request-list",
  query: object({
    user_id: idField("user"),
    year: wholeNumber(2000, 2100),
    /** A day until the end of next year: what can be taken on it, if nothing is asked for meanwhile. */
    date: dayField(),
  }),
  reply: dataReply(array(balanceReply).required()),
});

export const balancePeople = endpoint({
  method: "GET",
  path: "/leave/balance/people",
  summary: "What everyone has left of each type in a year, by name.",
  feature,
  permission: "leave-balance-edit",
  query: object({
    ...pagingShape,
    year: wholeNumber(2000, 2100),
    department_id: idField("department"),
    q: lineField(100),
  }),
  long: true,
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
  /** The balance after it. */
  balance: reply.number(),
  year: reply.number(),
  /** What a schedule gave it for: a year, or a month of it. */
  period: reply.textOrNull(),
  request_id: reply.numberOrNull(),
  note: reply.textOrNull(),
  /** Where the note is a holiday's name: what it was called in other languages. */
  note_translations: nameTranslations(),
  /** Why it changed without anybody asking for it. */
  cause: string()
    .oneOf([...ledgerCauses])
    .nullable()
    .defined(),
  /** The leave that it belongs to, as it was when the entry was written. */
  span: object({
    start_date: reply.text(),
    end_date: reply.text(),
    start_half: string().oneOf(["afternoon"]).nullable().defined(),
    end_half: string().oneOf(["morning"]).nullable().defined(),
  })
    .nullable()
    .defined(),
  actor: personReply.nullable().defined(),
  at: reply.text(),
});

export const leaveLedger = endpoint({
  method: "GET",
  path: "/leave/balance/:user_id/ledger",
  summary: "Why a balance is what it is: every entry, the oldest first.",
  feature,
  permission: "leave-request-list",
  params: object({ user_id: pathId("user") }),
  query: object({ leave_type_id: idField("leaveType").required("field.required"), year: wholeNumber(2000, 2100) }),
  reply: object({
    message: string(),
    data: array(ledgerReply).required(),
    /** By year: the balance on a day, and what of it isn't in the entries, as in `GET /leave/balance`. */
    balances: array(
      object({ year: reply.number(), day: reply.text(), balance: reply.number(), ahead: reply.number() }),
    ).required(),
  }),
  example: { query: { leave_type_id: 1 } },
});

export const adjustBalance = endpoint({
  method: "POST",
  path: "/leave/balance/:user_id/adjustment",
  summary: "Adds or takes days, with a reason.",
  feature,
  permission: "leave-balance-edit",
  params: object({ user_id: pathId("user") }),
  body: adjustmentSchema,
  reply: dataReply(balanceReply),
  status: 201,
  problems: ["leave.ownBalance"],
  example: { body: { leave_type_id: 1, year: 2030, days: 1.5, note: "Worked on a holiday" } },
});
