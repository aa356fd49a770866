import type { ComponentType } from "react";
import { defineSlot } from "../../platform/feature/slot";

/** Items of an open task's menu. */
export const taskMenuItems = defineSlot<{ order?: number; Part: ComponentType<{ taskId: number }> }>();
