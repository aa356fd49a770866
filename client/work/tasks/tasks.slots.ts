import type { ComponentType } from "react";
import type { TaskDetail } from "../../../shared/work/tasks/task-detail.contract";
import { defineSlot } from "../../platform/feature/slot";

export const taskMenuItems = defineSlot<{ order?: number; Part: ComponentType<{ taskId: number }> }>();

/** Items of the menu of cards and of the task panel, for users who may create tasks in the project. */
export const taskCreationItems = defineSlot<{ Part: ComponentType<{ taskId: number; projectId: number }> }>();

/** Rows of the task panel after the task's own properties. `isComplete`: whether rows without a value are shown. */
export const taskRows = defineSlot<{ Part: ComponentType<{ task: TaskDetail; isComplete: boolean }> }>();
