import { defineFeature, pagesIn } from "../../platform/feature/feature";
import { paths } from "../../platform/paths";
import { lazyOptionalPart } from "../../ui/states/chunks";
import { projectMenuItems } from "../../work/projects/projects.slots";
import { taskMenuItems } from "../../work/tasks/tasks.slots";
import { watchOptions } from "../../work/watchers/watchers.slots";

export const notificationsFeature = defineFeature({
  pages: [
    ...pagesIn(() => import("./notifications.pages"), {
      NotificationsPage: { path: paths.notifications, title: "title.notifications" },
    }),
    ...pagesIn(() => import("./settings/settings.pages"), {
      NotificationSettingsPage: { path: paths.notificationSettings, title: "title.notificationSettings" },
    }),
    ...pagesIn(() => import("./unsubscribe.pages"), {
      UnsubscribePage: { path: "/notification/unsubscribe", title: "title.unsubscribe", layout: "blank" },
    }),
  ],
  live: async () => (await import("./notifications.live")).notificationsLive,
  fills: [
    projectMenuItems.fill({ Part: lazyOptionalPart(async () => (await import("./MuteItems")).MuteProjectItems) }),
    taskMenuItems.fill({ Part: lazyOptionalPart(async () => (await import("./MuteItems")).MuteTaskItems) }),
    watchOptions.fill({ Part: lazyOptionalPart(async () => (await import("./MuteChoice")).MuteChoice) }),
  ],
});
