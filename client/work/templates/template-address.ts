import { paths } from "../../platform/paths";

/** Parameter with the project that is saved as a template. */
export const sourceParam = "project";
/** Parameter with the code of the open template. */
export const templateParam = "template";

export const pathOfSaving = (projectId: number): string => `${paths.projectTemplates}?${sourceParam}=${projectId}`;
export const pathOfTemplate = (code: string): string => `${paths.projectTemplates}?${templateParam}=${code}`;
