import type { ComponentType } from "react";
import { defineSlot } from "../../platform/feature/slot";

/** Panels of a department's page, shown below its people. */
export const departmentPanels = defineSlot<{ order?: number; Panel: ComponentType<{ departmentId: number }> }>();
