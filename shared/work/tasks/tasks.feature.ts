import { defineFeature } from "../../kernel/feature";
import * as blockers from "./blockers.contract";
import * as bulk from "./bulk.contract";
import * as columns from "./columns.contract";
import * as taskDetail from "./task-detail.contract";
import * as tasks from "./tasks.contract";
import * as subtasks from "./subtasks.contract";
import * as transfer from "./transfer.contract";
import { subtaskEvents } from "./subtasks.events";
import { taskSeriesEvents } from "./task-series.events";
import { taskEvents } from "./tasks.events";

export const tasksFeature = defineFeature({
  contracts: { bulk, blockers, columns, subtasks, taskDetail, tasks, transfer },
  events: { ...taskEvents, ...subtaskEvents, ...taskSeriesEvents },
  searches: { task: {} },
});

declare module "../../kernel/search" {
  interface SearchKinds {
    task: true;
  }
}
