import type { ServerFeature } from "../../platform/features";
import { ColumnEntity } from "./column.entity";
import { registerColumnsRoutes } from "./columns.routes";
import { registerSubtasksRoutes } from "./subtasks.routes";
import { TaskBlockerEntity, TaskEntity, TaskGroupEntity, TaskTagEntity, TaskUserEntity } from "./task.entity";
import { registerTasksRoutes } from "./tasks.routes";
import { taskSearch } from "./tasks.search";

export const tasksFeature = {
  routes: [registerSubtasksRoutes, registerColumnsRoutes, registerTasksRoutes],
  entities: [ColumnEntity, TaskBlockerEntity, TaskEntity, TaskGroupEntity, TaskTagEntity, TaskUserEntity],
  searches: { task: taskSearch },
} satisfies ServerFeature;
