import type { ServerFeature } from "../../platform/features";
import { registerPaymentsRoutes } from "./payments.routes";

export const paymentsFeature = {
  routes: [registerPaymentsRoutes],
  personalData: {
    actors:
      "payment_batch.created_by payment_batch.submitted_by payment_batch.approved_by payment_batch_item.settled_by",
  },
  demo: { payments: async () => (await import("./demo/demo.payments")).writePaymentBatches },
} satisfies ServerFeature;
