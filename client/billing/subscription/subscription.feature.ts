import { IconCreditCard } from "@tabler/icons-react";
import { defineFeature, pagesIn } from "../../platform/feature/feature";
import { paths } from "../../platform/paths";

export const subscriptionFeature = defineFeature({
  pages: [
    ...pagesIn(() => import("./billing.pages"), {
      SubscriptionsPage: {
        path: paths.subscriptions,
        title: "title.subscriptions",
        permission: "subscription-list-request",
      },
      PaymentSucceededPage: { path: paths.paymentSucceeded, title: "title.paymentSucceeded", layout: "blank" },
      PaymentFailedPage: { path: paths.paymentFailed, title: "title.paymentFailed", layout: "blank" },
    }),
    ...pagesIn(() => import("./subscription.pages"), {
      PlanExpiredPage: { path: paths.planExpired, title: "title.planExpired", layout: "blank" },
    }),
    ...pagesIn(() => import("./sandbox.pages"), {
      SandboxPage: { path: paths.sandbox(":object"), title: "title.sandbox", layout: "blank" },
    }),
  ],
  menu: [
    {
      label: "menu.subscriptions",
      icon: IconCreditCard,
      to: paths.subscriptions,
      in: "people",
      order: 3,
      permission: "subscription-list-request",
    },
  ],
});
