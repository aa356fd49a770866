import type { TaskDetail } from "../../../shared/work/tasks/task-detail.contract";
import { defineSlot } from "../../platform/feature/slot";
import type { OptionalPart } from "../../ui/states/chunks";

export const taskMenuItems = defineSlot<{ order?: number; Part: OptionalPart<{ taskId: number }> }>();

/** Items of the menu of cards and of the task panel, for users who may create tasks in the project. */
export const taskCreationItems = defineSlot<{ Part: OptionalPart<{ taskId: number; projectId: number }> }>();

/** Rows of the task panel after the task's own properties. `isComplete`: whether rows without a value are shown. */
export const taskRows = defineSlot<{ Part: OptionalPart<{ task: TaskDetail; isComplete: boolean }> }>();

/** Loads the parts that other features add to cards and to the task panel. */
export function preloadTaskParts(): void {
  for (const { entries } of [taskMenuItems, taskCreationItems, taskRows])
    for (const { Part } of entries) Part.preload();
}

interface DefaultTemplate {
  /** Null for none, and unless it is loaded. */
  template: { id: number; title: string } | null;
  isLoading: boolean;
  failed: boolean;
}

/** Templates from which new tasks start. */
export interface DefaultTemplateSource {
  /** The template for new tasks of a column; without a column, that of the project. */
  useDefaultTemplate(projectId: number | undefined, columnId: number | undefined): DefaultTemplate;
}

export const defaultTemplateSources = defineSlot<{ load: () => Promise<DefaultTemplateSource> }>();

let loadedSources: readonly DefaultTemplateSource[] = [];

const noTemplate: DefaultTemplate = { template: null, isLoading: false, failed: false };

/** The template from which new tasks of a column start. */
export const useDefaultTemplate: DefaultTemplateSource["useDefaultTemplate"] = (projectId, columnId) => {
  const [found = noTemplate] = loadedSources.map((source) => source.useDefaultTemplate(projectId, columnId));
  return found;
};

/** Loads code that creates tasks together with the templates from which new tasks start. */
export async function withDefaultTemplates<Code>(code: Promise<Code>): Promise<Code> {
  loadedSources = await Promise.all(defaultTemplateSources.entries.map(({ load }) => load()));
  return code;
}
