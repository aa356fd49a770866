import type { ComponentType } from "react";
import { defineSlot } from "../../platform/feature/slot";

export const taskMenuItems = defineSlot<{ order?: number; Part: ComponentType<{ taskId: number }> }>();
