import { object } from "yup";
import { idField, lineField, textField, versionField } from "../../kernel/fields";
import { boolean, string } from "../../kernel/schemas";

/** Task layouts for which views can be saved, in the order of a project's tabs. */
export const taskViewLayouts = ["board", "list", "timeline", "calendar"] as const;
export type TaskViewLayout = (typeof taskViewLayouts)[number];

/** Layouts of views across projects: My work and the timeline. */
export const layoutsAcrossProjects = ["list", "timeline"] as const satisfies TaskViewLayout[];

/** Readers of a view: its owner, the project's members, or the organization. */
export const viewScopes = ["own", "project", "tenant"] as const;
export type ViewScope = (typeof viewScopes)[number];

export const maxViewNameLength = 60;
export const maxViewQueryLength = 4_000;

/** Maximum number of a user's own views, and of shared views, per project; views without a project count together. */
export const maxViews = 100;
export const maxFavoriteViews = 50;

const name = () => lineField(maxViewNameLength);
const scope = () => string().oneOf([...viewScopes], "field.oneOf");
const layout = () => string().oneOf([...taskViewLayouts], "field.oneOf");
const query = () => textField(maxViewQueryLength);

export const createViewSchema = object({
  project_id: idField("project").nullable(),
  scope: scope().required("field.required"),
  name: name().required("field.required"),
  layout: layout().required("field.required"),
  query: query(),
});

/** Omitted fields are unchanged. */
export const updateViewSchema = object({
  scope: scope(),
  name: name().min(1, "field.required"),
  layout: layout(),
  query: query(),
  version: versionField().required("field.required"),
});

/** The view is placed before `before_id`; without it, at the end. */
export const moveViewSchema = object({ before_id: idField("view").nullable() });

export const favoriteViewSchema = object({
  favorite: boolean().required("field.required"),
  before_id: idField("view").nullable(),
});
