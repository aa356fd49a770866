import { paths } from "../../platform/paths";

/** Parameter with the project that is saved as a template. */
export const sourceParam = "project";
/** Parameter with the code of the open template. */
export const templateParam = "template";

/** Parameter with the task that is saved as a template; `task` would open its panel. */
export const savedTaskParam = "save";
/** Parameter with the column of a task that is made from a template. */
export const columnParam = "column";

export const pathOfSavingTask = (projectId: number, taskId: number): string =>
  `${paths.taskTemplates(projectId)}?${savedTaskParam}=${taskId}`;
export const pathOfSaving = (projectId: number): string => `${paths.projectTemplates}?${sourceParam}=${projectId}`;
export const pathOfTemplate = (code: string): string => `${paths.projectTemplates}?${templateParam}=${code}`;
