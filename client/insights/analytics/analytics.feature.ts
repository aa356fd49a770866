import type { MenuGroup } from "../../platform/feature/menu";
import { IconChartDots3 } from "@tabler/icons-react";
import { profileTabs } from "../../people/profile/profile.slots";
import { lazyScreenPart } from "../../ui/states/chunks";
import { employeePartsSlot } from "../../people/people/people.slots";
import { defineFeature, pagesIn } from "../../platform/feature/feature";
import { paths } from "../../platform/paths";

const OwnPerformance = lazyScreenPart(async () => (await import("./PerformanceTab")).PerformanceTab);

const analyticsMenu: MenuGroup = { label: "menu.analytics", icon: IconChartDots3, in: "settings", order: 4 };

export const analyticsFeature = defineFeature({
  pages: [
    ...pagesIn(() => import("./analytics.pages"), {
      // No permission: every user may see their own figures, and the server checks access to those of other users.
      UserAnalyticsPage: { path: `${paths.analyticsUser()}/:id?`, title: "title.analyticsUser", feature: "analytics" },
      TaskAnalyticsPage: {
        path: `${paths.analyticsTask()}/:id?`,
        title: "title.analyticsTask",
        permission: "analytics-task-list",
        feature: "analytics",
      },
      DepartmentAnalyticsPage: {
        path: paths.analyticsDepartment,
        title: "title.analyticsDepartment",
        permission: "analytics-department-list",
        feature: "analytics",
      },
      ProjectAnalyticsPage: {
        path: `${paths.analyticsProject()}/:id?`,
        title: "title.analyticsProject",
        permission: "analytics-project-list",
        feature: "analytics",
      },
      ProjectAnalyticsTab: {
        path: paths.projectAnalytics(":id"),
        title: "title.analyticsProject",
        permission: "analytics-project-list",
        feature: "analytics",
      },
    }),
  ],
  menu: [
    {
      label: "menu.analyticsUser",
      to: paths.analyticsUser(),
      in: analyticsMenu,
      order: 1,
      permission: "analytics-user-list",
      feature: "analytics",
    },
    {
      label: "menu.analyticsTask",
      to: paths.analyticsTask(),
      in: analyticsMenu,
      order: 2,
      permission: "analytics-task-list",
      feature: "analytics",
    },
    {
      label: "menu.analyticsProject",
      to: paths.analyticsProject(),
      in: analyticsMenu,
      order: 3,
      permission: "analytics-project-list",
      feature: "analytics",
    },
    {
      label: "menu.analyticsDepartment",
      to: paths.analyticsDepartment,
      in: analyticsMenu,
      order: 4,
      permission: "analytics-department-list",
      feature: "analytics",
    },
  ],
  live: async () => (await import("./analytics.live")).analyticsLive,
  fills: [
    employeePartsSlot.fill({ order: 1, load: async () => (await import("./employee-parts")).analyticsParts }),
    profileTabs.fill({ key: "performance", label: "profile.tab.performance", order: 1, Tab: OwnPerformance }),
  ],
});
