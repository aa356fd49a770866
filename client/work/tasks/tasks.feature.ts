import { IconCircleCheck, IconMessage } from "@tabler/icons-react";
import { defineFeature, pagesIn } from "../../platform/feature/feature";
import { paths } from "../../platform/paths";
import { withDefaultTemplates } from "./tasks.slots";

/** Board, list and timeline of a project share their head, which stays mounted when the user switches between them. */
const projectTasksFrame = async () => (await withDefaultTemplates(import("./tasks.pages"))).ProjectTasks;

/** Page of a project's tasks. */
export const inProject = { frame: projectTasksFrame, showsTasks: true } as const;

export const tasksFeature = defineFeature({
  pages: [
    ...pagesIn(() => withDefaultTemplates(import("./tasks.pages")), {
      BoardPage: { path: paths.board(":id"), title: "title.board", ...inProject },
      TaskListPage: { path: paths.taskList(":id"), title: "title.taskList", ...inProject },
      ArchivedTasksPage: { path: paths.archivedTasks(":id"), title: "title.archivedTasks" },
      TaskPage: { path: paths.task(":id"), title: "title.task", keyed: true },
    }),
    ...pagesIn(() => import("./detail/TaskLayoutPages"), {
      TaskPanelPage: { path: paths.taskPanel(":id"), title: "title.task", keyed: true },
      SharedTaskLinkPage: { path: paths.anyTask(":id"), title: "title.task", keyed: true },
    }),
  ],

  searches: {
    task: { icon: IconCircleCheck, group: "tasks", href: ({ id }) => paths.anyTask(id) },
    comment: { icon: IconMessage, group: "texts", href: ({ id, parent_id }) => paths.comment(parent_id ?? 0, id) },
  },
  live: async () => (await import("./tasks.live")).tasksLive,
});
