import type { ComponentType } from "react";
import { defineSlot } from "../../platform/feature/slot";

interface ProjectPart {
  order?: number;
  Part: ComponentType<{ projectId: number }>;
}

/** Panels of a project's overview, above or below its description. */
export const projectPanels = defineSlot<ProjectPart & { place: "above" | "below" }>();

export const projectMenuItems = defineSlot<ProjectPart>();

/**
 * Saved views of tasks. In a project `Tabs` are shown after those of the layouts and `Bar` next to all tabs; a screen across projects shows
 * `AcrossProjects`.
 */
export const taskViews = defineSlot<{
  Tabs: ComponentType<{ projectId: number }>;
  Bar: ComponentType<{ projectId: number }>;
  AcrossProjects: ComponentType;
}>();
