import type { RouteObject } from "react-router-dom";
import { lazyScreen } from "./lazy-screen";
import { paths } from "./paths";
import type { RouteHandle } from "./Root";

const audit = () => import("../audit/audit.pages");

/** Screens about who comes in. */
export const securityRoutes: RouteObject[] = [
  {
    path: paths.securityLog,
    handle: { title: "title.securityLog", permission: "audit-list" } satisfies RouteHandle,
    lazy: lazyScreen(audit, "SecurityLogPage"),
  },
];
