import type { ComponentType } from "react";
import { defineSlot } from "../../platform/feature/slot";

/** Choices below the button that starts and stops watching a task. */
export const watchOptions = defineSlot<{ order?: number; Part: ComponentType<{ taskId: number }> }>();
