import { paths } from "../../platform/paths";

/** Parameter with the project that is saved as a template. */
export const sourceParam = "project";

export const pathOfSaving = (projectId: number): string => `${paths.projectTemplates}?${sourceParam}=${projectId}`;
