import { IconShieldLock } from "@tabler/icons-react";
import { defineFeature, pagesIn } from "../../platform/feature/feature";
import { paths } from "../../platform/paths";

export const auditFeature = defineFeature({
  pages: [
    ...pagesIn(() => import("./AuditListPage"), {
      AuditListPage: { path: paths.auditList, title: "title.auditList", permission: "audit-list" },
    }),
    ...pagesIn(() => import("./audit.pages"), {
      SecurityLogPage: { path: paths.securityLog, title: "title.securityLog", permission: "audit-list" },
    }),
  ],
  menu: [
    {
      label: "menu.auditList",
      icon: IconShieldLock,
      to: paths.auditList,
      in: "requests",
      order: 7,
      permission: "audit-list",
    },
  ],
});
