import { array, type InferType, object } from "yup";
import { endpoint, withoutApiTokens } from "../../../kernel/endpoint";
import { dataReply, dayField, idField, lineField, pageMeta, pagingShape, reply } from "../../../kernel/fields";
import { personReply } from "../../../kernel/person-reply";
import { string } from "../../../kernel/schemas";
import { columnFormat, fileTextReply, tableLayoutReply } from "../../../kernel/table-text";
import { leaveFamily } from "../../../approvals/approvals/families";
import { batchReply } from "./batches.contract";
import { leaveTypeRef } from "../types/types.contract";
import { maxBatchSize, openingFileSchema, openingsSchema } from "./ledger.schema";

const { feature } = leaveFamily;
const permission = "leave-balance-edit";

export const listOpenings = endpoint({
  method: "GET",
  path: "/leave/opening-balance",
  summary: "Lists the days that each user has left at the beginning of a day, by leave type, except the caller's.",
  feature,
  permission,
  query: object({
    ...pagingShape,
    day: dayField().required("field.required"),
    department_id: idField("department"),
    q: lineField(100),
  }),
  expensive: true,
  reply: object({
    message: string(),
    data: array(
      object({
        person: personReply,
        department: reply.textOrNull(),
        balances: array(object({ leave_type: leaveTypeRef, days: reply.number() })).required(),
      }),
    ).required(),
    meta: pageMeta,
  }),
  example: { query: { day: "2030-07-01" } },
});

const importedOpening = object({
  line: reply.number(),
  /** The cells of the file. */
  given: object({ person: reply.text(), type: reply.text(), amount: reply.text() }),
  person: personReply.nullable().defined(),
  department: reply.textOrNull(),
  leave_type: leaveTypeRef.nullable().defined(),
  days: reply.numberOrNull(),
  /** Days left by now at the beginning of the day. */
  before: reply.numberOrNull(),
  errors: array(reply.text()).required(),
});
export type ImportedOpening = InferType<typeof importedOpening>;

export const readOpeningFile = endpoint({
  method: "POST",
  path: "/leave/opening-balance/file",
  summary:
    "Reads opening balances from a table (CSV, XLSX) with personnel number or e-mail address, leave type and days, without saving them.",
  feature,
  permission,
  body: openingFileSchema,
  readOnly: true,
  reply: dataReply(
    object({
      rows: array(importedOpening).max(maxBatchSize).required(),
      /** Detected encoding and separator; null for workbooks and pasted text. */
      text: fileTextReply.nullable().defined(),
      /** Null for pasted text. */
      layout: tableLayoutReply.nullable().defined(),
      numbers: columnFormat.nullable().defined(),
    }),
  ),
  example: { body: { day: "2030-07-01", content: "P-100,Annual leave,12.5" } },
});

/** A balance at the beginning of the day. The record of `leave.balancesChanged` contains those that have changed. */
export interface OpeningBalance {
  user_id: number;
  leave_type_id: number;
  days: number;
}

export const setOpenings = endpoint({
  method: "POST",
  path: "/leave/opening-balance",
  summary:
    "Sets the days that users have left at the beginning of a day, by ledger entries that are undone together; refused as a whole if a balance has changed.",
  feature,
  permission,
  scope: withoutApiTokens,
  body: openingsSchema,
  expensive: true,
  reply: dataReply(batchReply),
  status: 201,
  problems: ["leave.ownBalance", "leave.balancesChanged"],
  example: {
    body: {
      day: "2030-07-01",
      note: "Start of the portal",
      entries: [{ user_id: 1, leave_type_id: 1, days: 12.5, before: 0 }],
    },
  },
});
