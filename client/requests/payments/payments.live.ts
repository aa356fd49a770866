import type { ApprovalEvents } from "../../../shared/approvals/approvals/approvals.events";
import type { RequestListEvents } from "../../../shared/approvals/approvals/request-lists.events";
import {
  listBatchPayables,
  listPaymentBatches,
  readPaymentBatch,
} from "../../../shared/requests/payments/payment-batches.contract";
import { listPaymentAccounts } from "../../../shared/requests/payments/payment-accounts.contract";
import type { PaymentEvents } from "../../../shared/requests/payments/payments.events";
import type { SupplierEvents } from "../../../shared/requests/suppliers/suppliers.events";
import type { LiveCache, LiveUpdates } from "../../platform/live/live-updates";

type OtherEvents = ApprovalEvents & RequestListEvents & SupplierEvents;

/** What can be paid, and the problems of items, depend on approved, withdrawn and paid requests and on suppliers. */
const payable = (_: unknown, cache: LiveCache) => cache.refetchSoon(readPaymentBatch, listBatchPayables);

export const paymentsLive: LiveUpdates<PaymentEvents, OtherEvents> = {
  "payment_account.updated": (_, cache) => cache.refetch(listPaymentAccounts),
  "payment_batch.updated": (_, cache) => cache.refetch(readPaymentBatch, listPaymentBatches, listBatchPayables),
  "supplier.updated": payable,
  "request_list.changed": payable,
};
