import { type InferType, object } from "yup";
import { reply } from "./fields";
import { boolean } from "./schemas";

/** Result for one record of a bulk call that changes each record independently. */
export const bulkResultReply = object({
  id: reply.id(),
  done: boolean().required(),
  /** HTTP status of the equivalent single call. */
  status: reply.number(),
  message: reply.text(),
  code: reply.textOrNull(),
});
export type BulkResult = InferType<typeof bulkResultReply>;
