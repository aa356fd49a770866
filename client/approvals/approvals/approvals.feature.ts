import { IconPaperclip, IconRoute } from "@tabler/icons-react";
import type { RequestFamily } from "../../../shared/approvals/approvals/families";
import { requestPath } from "../../../shared/approvals/approvals/request-paths.rules";
import { anyRuleEditorPermission } from "../../../shared/approvals/approvals/rule-editors.rules";
import { defineFeature, pagesIn } from "../../platform/feature/feature";

export const approvalsFeature = defineFeature({
  searches: {
    request_file: {
      icon: IconPaperclip,
      group: "texts",
      href: ({ parent_id, type }) => requestPath({ id: parent_id ?? 0, family: type as RequestFamily }),
    },
  },
  pages: pagesIn(() => import("./settings.pages"), {
    ApprovalSettingsPage: {
      path: "/settings/approvals",
      title: "title.approvalSettings",
      permission: anyRuleEditorPermission,
    },
  }),
  menu: [
    {
      label: "menu.approvalRules",
      icon: IconRoute,
      to: "/settings/approvals",
      in: "requests",
      order: 5,
      permission: anyRuleEditorPermission,
    },
  ],
  live: async () => (await import("./approvals.live")).approvalsLive,
});
