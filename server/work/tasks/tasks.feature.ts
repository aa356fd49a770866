import type { ServerFeature } from "../../platform/features";
import { ColumnEntity } from "./column.entity";
import { registerColumnsRoutes } from "./columns.routes";
import { registerSubtasksRoutes } from "./subtasks.routes";
import { TaskBlockerEntity, TaskEntity, TaskGroupEntity, TaskTagEntity, TaskUserEntity } from "./task.entity";
import { registerTasksRoutes } from "./tasks.routes";
import { taskSearch } from "./tasks.search";
import { isInOwnProject } from "../access/exported-projects";
import { importOriginJson } from "../access/import-origin";

export const tasksFeature = {
  routes: [registerSubtasksRoutes, registerColumnsRoutes, registerTasksRoutes],
  entities: [ColumnEntity, TaskBlockerEntity, TaskEntity, TaskGroupEntity, TaskTagEntity, TaskUserEntity],
  searches: { task: taskSearch },
  personalData: {
    areas: { tasks: "task.reporter_id task_user.user_id subtask.assignee_id task_mention.user_id" },
    conditions: { task: isInOwnProject("task.id"), subtask: isInOwnProject("subtask.task_id") },
    columns: { task: `${importOriginJson("task")} AS import` },
  },
  unexportedTables: "task_text",
  demo: {
    projects: async () => (await import("./demo/demo.history")).writeProjects,
  },
} satisfies ServerFeature;
