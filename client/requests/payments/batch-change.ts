import { readPaymentBatch } from "../../../shared/requests/payments/payment-batches.contract";
import { refetch } from "../../platform/query";
import { toast } from "../../ui/toast/toast";

/** Shows the message of a change to a batch and refetches the batch. */
export function showBatchChange({ message }: { message?: string | undefined }): void {
  toast.done(message ?? "");
  void refetch(readPaymentBatch);
}
