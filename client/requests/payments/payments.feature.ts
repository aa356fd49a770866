import { defineFeature, pagesIn } from "../../platform/feature/feature";
import { paths } from "../../platform/paths";

const access = { permission: "payment-pay", feature: "payment" } as const;

export const paymentsFeature = defineFeature({
  pages: [
    ...pagesIn(() => import("./PaymentBatchesPage"), {
      PaymentBatchesPage: { path: paths.paymentBatches, title: "title.paymentBatches", ...access },
    }),
    ...pagesIn(() => import("./PaymentBatchPage"), {
      PaymentBatchPage: { path: paths.paymentBatch(":id"), title: "title.paymentBatch", ...access },
    }),
  ],
  live: async () => (await import("./payments.live")).paymentsLive,
});
