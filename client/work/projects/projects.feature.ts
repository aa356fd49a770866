import { IconLayoutKanban } from "@tabler/icons-react";
import { defineFeature, pagesIn } from "../../platform/feature/feature";
import { paths } from "../../platform/paths";

export const projectsFeature = defineFeature({
  pages: pagesIn(() => import("./projects.pages"), {
    ProjectsPage: { path: paths.projects, title: "title.projects", permission: "project-list" },
    ProjectCreatePage: { path: paths.projectCreate, title: "title.projectCreate", permission: "project-create" },
    // No permission is required, because the server decides per project who may edit it.
    ProjectEditPage: { path: paths.projectEdit(":id"), title: "title.projectEdit" },
    ProjectViewPage: { path: paths.projectView(":id"), title: "title.projectView", permission: "project-view" },
  }),
  menu: [
    {
      label: "menu.projects",
      icon: IconLayoutKanban,
      to: paths.projects,
      goKey: "p",
      in: "work",
      order: 1,
      permission: "project-list",
    },
  ],
  searches: { project: { icon: IconLayoutKanban, group: "tasks", href: ({ id }) => paths.board(id) } },
  creates: [
    { label: "title.projectCreate", icon: IconLayoutKanban, to: paths.projectCreate, permission: "project-create" },
  ],
  live: async () => (await import("./projects.live")).projectsLive,
});
