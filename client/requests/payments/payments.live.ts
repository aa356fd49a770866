import {
  listBatchPayables,
  listPaymentBatches,
  readPaymentBatch,
} from "../../../shared/requests/payments/payment-batches.contract";
import { listPaymentAccounts } from "../../../shared/requests/payments/payment-accounts.contract";
import type { PaymentEvents } from "../../../shared/requests/payments/payments.events";
import type { SupplierEvents } from "../../../shared/requests/suppliers/suppliers.events";
import type { LiveUpdates } from "../../platform/live/live-updates";

export const paymentsLive: LiveUpdates<PaymentEvents, SupplierEvents> = {
  "payment_account.updated": (_, cache) => cache.refetch(listPaymentAccounts),
  "payment_batch.updated": (_, cache) => cache.refetch(readPaymentBatch, listPaymentBatches, listBatchPayables),
  // A renamed supplier or another account prevents the payment of items.
  "supplier.updated": (_, cache) => cache.refetchSoon(readPaymentBatch, listBatchPayables),
};
