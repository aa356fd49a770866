import { IconClock } from "@tabler/icons-react";
import { defineFeature, pagesIn } from "../../platform/feature/feature";
import { paths } from "../../platform/paths";
import { lazyScreenPart } from "../../ui/states/chunks";
import { projectPanels } from "../projects/projects.slots";

export const timeFeature = defineFeature({
  pages: pagesIn(() => import("./time.pages"), {
    TimeTrackingPage: { path: paths.timeTracking, title: "title.timeTracking", permission: "time-tracking-list" },
  }),
  menu: [
    {
      label: "menu.timeTracking",
      icon: IconClock,
      to: paths.timeTracking,
      goKey: "t",
      in: "work",
      order: 3,
      permission: "time-tracking-list",
    },
  ],
  fills: [
    projectPanels.fill({
      place: "above",
      Part: lazyScreenPart(async () => (await import("./ProjectTime")).ProjectTime),
    }),
  ],
  live: async () => (await import("./time.live")).timeLive,
});
