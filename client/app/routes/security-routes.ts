import type { RouteObject } from "react-router-dom";
import { lazyScreen } from "../../ui/states/chunks";
import { paths } from "../../platform/paths";
import type { RouteHandle } from "../Root";

const security = () => import("../../security/security.pages");
const rules = () => import("../../security/rules.pages");
const audit = () => import("../../audit/audit.pages");
const auditList = () => import("../../audit/AuditListPage");

/** Screens about who comes in. */
export const securityRoutes: RouteObject[] = [
  {
    path: paths.security,
    handle: { title: "title.security" } satisfies RouteHandle,
    lazy: lazyScreen(security, "SecurityPage"),
  },
  {
    path: paths.signInRules,
    handle: { title: "title.signInRules", permission: ["tenant-edit", "user-edit"] } satisfies RouteHandle,
    lazy: lazyScreen(rules, "SignInRulesPage"),
  },
  {
    path: paths.auditList,
    handle: { title: "title.auditList", permission: "audit-list" } satisfies RouteHandle,
    lazy: lazyScreen(auditList, "AuditListPage"),
  },
  {
    path: paths.securityLog,
    handle: { title: "title.securityLog", permission: "audit-list" } satisfies RouteHandle,
    lazy: lazyScreen(audit, "SecurityLogPage"),
  },
];

/** Before anything else, and without a menu. */
export const setUpFactorRoute: RouteObject = {
  path: paths.setUpFactor,
  handle: { title: "title.setUpFactor" } satisfies RouteHandle,
  lazy: lazyScreen(security, "SetUpFactorPage"),
};
