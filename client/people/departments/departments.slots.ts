import type { ComponentType } from "react";
import { defineSlot } from "../../platform/feature/slot";

/** Panels below the people of a department's page. */
export const departmentPanels = defineSlot<{ order?: number; Panel: ComponentType<{ departmentId: number }> }>();
