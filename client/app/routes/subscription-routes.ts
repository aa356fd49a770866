import type { RouteObject } from "react-router-dom";
import { paths } from "../../platform/paths";
import { lazyScreen } from "../../ui/states/chunks";
import type { RouteHandle } from "../Root";

const handle = (of: RouteHandle) => of;
const subscription = () => import("../../subscription/subscription.pages");
const billing = () => import("../../subscription/billing.pages");
const sandbox = () => import("../../subscription/sandbox.pages");

export const subscriptionRoutes: RouteObject[] = [
  {
    path: paths.subscriptions,
    handle: handle({ title: "title.subscriptions", permission: "subscription-list-request" }),
    lazy: lazyScreen(billing, "SubscriptionsPage"),
  },
];

/** In the blank layout: where paying leads back to, and what stands where the plan has ended. */
export const paymentRoutes: RouteObject[] = [
  {
    path: paths.planExpired,
    handle: handle({ title: "title.planExpired" }),
    lazy: lazyScreen(subscription, "PlanExpiredPage"),
  },
  {
    path: paths.paymentSucceeded,
    handle: handle({ title: "title.paymentSucceeded" }),
    lazy: lazyScreen(billing, "PaymentSucceededPage"),
  },
  {
    path: paths.paymentFailed,
    handle: handle({ title: "title.paymentFailed" }),
    lazy: lazyScreen(billing, "PaymentFailedPage"),
  },
  {
    path: paths.sandbox(":object"),
    handle: handle({ title: "title.sandbox" }),
    lazy: lazyScreen(sandbox, "SandboxPage"),
  },
];
