import { IconTimeline } from "@tabler/icons-react";
import { inProject } from "../tasks/tasks.feature";
import { defineFeature, pagesIn } from "../../platform/feature/feature";
import { paths } from "../../platform/paths";

export const timelineFeature = defineFeature({
  pages: pagesIn(() => import("./timeline.pages"), {
    ProjectTimelinePage: {
      path: paths.projectTimeline(":id"),
      title: "title.projectTimeline",
      ...inProject,
    },
    TimelinePage: { path: paths.timeline, title: "title.timeline" },
  }),
  menu: [{ label: "menu.timeline", icon: IconTimeline, to: paths.timeline, in: "work", order: 4, goKey: "l" }],
});
