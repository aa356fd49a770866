import { array, type InferType, object } from "yup";
import { endpoint, withoutApiTokens } from "../../../kernel/endpoint";
import { dataReply, pageMeta, pagingShape, pathId, reply } from "../../../kernel/fields";
import { personReply } from "../../../kernel/person-reply";
import { boolean, string } from "../../../kernel/schemas";
import { leaveFamily } from "../../../approvals/approvals/families";
import { leaveTypeRef } from "../types/types.contract";
import { bulkAdjustmentSchema, bulkPreviewQuery, maxBatchSize, undoBatchSchema } from "./ledger.schema";

const { feature } = leaveFamily;
const permission = "leave-balance-edit";

export const batchReply = object({
  id: reply.id(),
  kind: string().oneOf(["adjustment", "opening"]).required(),
  /** Null for opening balances, which may have several leave types. */
  leave_type: leaveTypeRef.nullable().defined(),
  year: reply.number(),
  /** Change of each balance; null for opening balances. */
  days: reply.numberOrNull(),
  /** Day of the opening balances. */
  opens_on: reply.textOrNull(),
  note: reply.text(),
  people: reply.number(),
  created_by: personReply.nullable().defined(),
  at: reply.text(),
  version: reply.number(),
  undone: object({ by: personReply.nullable().defined(), at: reply.text(), note: reply.text() }).nullable().defined(),
});
export type LeaveBatch = InferType<typeof batchReply>;

export const previewBulkAdjustment = endpoint({
  method: "GET",
  path: "/leave/balance-batch/preview",
  summary: "Returns the balances of users before and after an adjustment, without saving it.",
  feature,
  permission,
  query: object(bulkPreviewQuery),
  expensive: true,
  reply: dataReply(
    object({
      /** Users to whom the type applies, by name, except the caller; at most the limit of a batch. */
      rows: array(
        object({
          person: personReply,
          department: reply.textOrNull(),
          before: reply.number(),
          after: reply.number(),
          /** Whether the type forbids the negative balance. */
          below: boolean().required(),
        }),
      )
        .max(maxBatchSize)
        .required(),
      /** Whether more users match than a batch may contain. */
      more: boolean().required(),
    }),
  ),
  example: { query: { leave_type_id: 1, year: 2030, days: 1.5 } },
});

export const adjustBalances = endpoint({
  method: "POST",
  path: "/leave/balance-batch",
  summary: "Adds or deducts leave days of several users with one reason; refused as a whole if a balance has changed.",
  feature,
  permission,
  scope: withoutApiTokens,
  body: bulkAdjustmentSchema,
  expensive: true,
  reply: dataReply(batchReply),
  status: 201,
  problems: ["leave.ownBalance", "leave.balancesChanged"],
  example: {
    body: {
      leave_type_id: 1,
      year: 2030,
      days: 1.5,
      note: "Company anniversary",
      people: [{ user_id: 1, before: 0 }],
    },
  },
});

export const listBalanceBatches = endpoint({
  method: "GET",
  path: "/leave/balance-batch",
  summary: "Lists bulk adjustments and opening balances, the latest first.",
  feature,
  permission,
  query: object(pagingShape),
  reply: object({ message: string(), data: array(batchReply).required(), meta: pageMeta }),
});

export const readBalanceBatch = endpoint({
  method: "GET",
  path: "/leave/balance-batch/:id",
  summary: "Returns a bulk adjustment or opening balances with the change of each user's balance, by name.",
  feature,
  permission,
  params: object({ id: pathId("leaveBatch") }),
  reply: dataReply(
    batchReply.shape({
      entries: array(object({ person: personReply, leave_type: leaveTypeRef, days: reply.number() }))
        .max(maxBatchSize)
        .required(),
    }),
  ),
});

export const undoBalanceBatch = endpoint({
  method: "POST",
  path: "/leave/balance-batch/:id/undo",
  summary: "Undoes a bulk adjustment or opening balances as a whole, with a reason.",
  feature,
  permission,
  scope: withoutApiTokens,
  params: object({ id: pathId("leaveBatch") }),
  body: undoBatchSchema,
  expensive: true,
  reply: dataReply(batchReply),
  problems: ["leave.ownBalance", "leave.batchStale", "leave.undoBelow"],
  example: { body: { version: 1, note: "Wrong year" } },
});
