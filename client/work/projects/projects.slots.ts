import type { IconProps } from "@tabler/icons-react";
import type { ComponentType } from "react";
import type { ProjectDetail } from "../../../shared/work/projects/projects.contract";
import { defineSlot } from "../../platform/feature/slot";
import type { MessageId } from "../../platform/intl/catalogues";

interface ProjectPart {
  order?: number;
  Part: ComponentType<{ projectId: number }>;
}

/** Panels of a project's overview, above or below its description. */
export const projectPanels = defineSlot<ProjectPart & { place: "above" | "below" }>();

export const projectMenuItems = defineSlot<ProjectPart>();

/** Pages of a project that the palette offers while a screen of the project is open. */
export const projectPages = defineSlot<{
  order?: number;
  title: MessageId;
  Icon: ComponentType<IconProps>;
  to: (projectId: number) => string;
  /** By default everyone who sees the project. */
  isOffered?: (project: ProjectDetail, user: { external: boolean }) => boolean;
}>();

/**
 * Saved views of tasks. In a project `Tabs` are shown after those of the layouts and `Bar` next to all tabs; a screen across projects shows
 * `AcrossProjects`.
 */
export const taskViews = defineSlot<{
  Tabs: ComponentType<{ projectId: number }>;
  Bar: ComponentType<{ projectId: number }>;
  AcrossProjects: ComponentType;
}>();
