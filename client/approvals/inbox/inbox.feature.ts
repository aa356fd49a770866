import { IconInbox } from "@tabler/icons-react";
import { defineFeature, pagesIn } from "../../platform/feature/feature";
import { paths } from "../../platform/paths";
import { notificationActions } from "../../communication/notifications/notifications.slots";
import { loadFamilyCalls, loadWithFamilies } from "../approvals/family-screens";

export const inboxFeature = defineFeature({
  pages: [
    ...pagesIn(
      loadWithFamilies(() => import("./inbox.pages")),
      { InboxPage: { path: paths.inbox, title: "title.inbox" } },
    ),
    ...pagesIn(
      loadWithFamilies(() => import("./print.pages")),
      {
        PrintRequestPage: {
          path: paths.requestPrint(":family", ":id"),
          title: "title.requestPrint",
          layout: "signed-in",
        },
      },
    ),
  ],
  fills: [
    notificationActions.fill({
      applies: ({ data }) => data.values?.request !== undefined && data.values.family !== undefined,
      async load() {
        const [{ NotificationDecision }] = await Promise.all([import("./NotificationDecision"), loadFamilyCalls()]);
        return { Action: NotificationDecision };
      },
    }),
  ],
  // The side menu shows the inbox only to users who have one (`useHasInbox`).
  menu: [{ label: "menu.inbox", icon: IconInbox, to: paths.inbox, in: "start", order: 2, goKey: "i" }],
});
