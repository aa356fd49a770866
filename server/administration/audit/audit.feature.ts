import type { ServerFeature } from "../../platform/features";
import { registerAuditRoutes } from "./audit.routes";
import { registerSecurityLogRoutes } from "./security-log.routes";

export const auditFeature = {
  routes: [registerAuditRoutes, registerSecurityLogRoutes],
  housekeeping: ["SELECT forget_security_events()"],
  demo: {
    auditLog: async () => (await import("./demo/demo.audit-log")).writeAuditLog,
  },
} satisfies ServerFeature;
