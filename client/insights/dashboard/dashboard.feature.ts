import { IconHome } from "@tabler/icons-react";
import { profilePanels } from "../../people/profile/profile.slots";
import { defineFeature, pagesIn } from "../../platform/feature/feature";
import { paths } from "../../platform/paths";
import { lazyScreenPart } from "../../ui/states/chunks";

const BirthdayPanel = lazyScreenPart(async () => (await import("./BirthdayPanel")).BirthdayPanel);

export const dashboardFeature = defineFeature({
  pages: pagesIn(() => import("./dashboard.pages"), {
    DashboardPage: { path: paths.dashboard, title: "title.dashboard" },
  }),
  menu: [{ label: "menu.dashboard", icon: IconHome, to: paths.dashboard, in: "start", order: 1, goKey: "d" }],
  live: async () => (await import("./dashboard.live")).dashboardLive,
  fills: [profilePanels.fill({ Panel: BirthdayPanel })],
});
