import { array, type InferType, object } from "yup";
import { endpoint } from "../../kernel/endpoint";
import { dataReply, deletedReply, idField, messageReply, pathId, reply } from "../../kernel/fields";
import { personReply } from "../../kernel/person-reply";
import { boolean, string } from "../../kernel/schemas";
import {
  createViewSchema,
  favoriteViewSchema,
  moveViewSchema,
  taskViewLayouts,
  updateViewSchema,
  viewScopes,
} from "./views.schema";

export const viewReply = object({
  id: reply.id(),
  version: reply.number(),
  project: object({ id: reply.id(), title: reply.text(), color: reply.text() }).nullable().defined(),
  owner: personReply,
  scope: string()
    .oneOf([...viewScopes])
    .required(),
  name: reply.text(),
  layout: string()
    .oneOf([...taskViewLayouts])
    .required(),
  /** Parameters of the layout's address, without `?`. */
  query: reply.text(),
  favorite: boolean().required(),
  /** Deleted tags and columns, and people without an account, to which the view refers; the name is null if it isn't known. */
  missing: array(
    object({
      kind: string().oneOf(["tag", "column", "person"]).required(),
      id: reply.id(),
      name: reply.textOrNull(),
    }),
  ).required(),
  can: object({ edit: boolean().required() }),
});
export type SavedView = InferType<typeof viewReply>;

const viewById = object({ id: pathId("view") });

export const listViews = endpoint({
  method: "GET",
  path: "/views",
  summary: "Lists the views of a project that the caller may see, or those across projects, in their order.",
  query: object({ project_id: idField("project") }),
  example: { query: { project_id: 1 } },
  reply: dataReply(array(viewReply).required()),
});

export const listFavoriteViews = endpoint({
  method: "GET",
  path: "/views/favorites",
  summary: "Lists the caller's favorite views in their order.",
  reply: dataReply(array(viewReply).required()),
});

export const createView = endpoint({
  method: "POST",
  path: "/views",
  summary: "Saves a view, at the end of the project's views or of those across projects.",
  body: createViewSchema,
  reply: dataReply(viewReply),
  status: 201,
  problems: ["project.archived"],
  example: { body: { project_id: 1, scope: "own", name: "Urgent", layout: "list", query: "priority=high" } },
});

export const updateView = endpoint({
  method: "PUT",
  path: "/views/:id",
  summary: "Changes a view's name, scope, layout or query.",
  params: viewById,
  body: updateViewSchema,
  reply: dataReply(viewReply),
  problems: ["view.stale", "project.archived"],
  example: { body: { name: "Urgent", version: 1 } },
});

export const moveView = endpoint({
  method: "PUT",
  path: "/views/:id/position",
  summary: "Moves a view before another one of the same list, or to the end.",
  params: viewById,
  body: moveViewSchema,
  reply: dataReply(viewReply),
  problems: ["project.archived"],
  example: { body: { before_id: null } },
});

export const setFavoriteView = endpoint({
  method: "PUT",
  path: "/views/:id/favorite",
  summary: "Adds a view to the caller's favorites, moves it within them, or removes it.",
  params: viewById,
  body: favoriteViewSchema,
  reply: dataReply(viewReply),
  example: { body: { favorite: true } },
});

export const deleteView = endpoint({
  method: "DELETE",
  path: "/views/:id",
  summary: "Deletes a view. A view of a project is in its bin for 30 days, others can be restored for a day.",
  params: viewById,
  reply: deletedReply,
  problems: ["project.archived"],
});

export const restoreView = endpoint({
  method: "POST",
  path: "/views/:id/restore",
  summary: "Restores a deleted view.",
  params: object({ id: pathId("deletedView") }),
  reply: dataReply(viewReply),
  problems: ["project.archived", "request.invalid"],
});

const feedShape = { id: reply.id(), created_at: reply.text(), used_at: reply.textOrNull() };
const viewFeedReply = object(feedShape);
export type ViewFeed = InferType<typeof viewFeedReply>;

export const readViewFeed = endpoint({
  method: "GET",
  path: "/views/:id/calendar-feed",
  summary: "Returns the caller's calendar address of a view, without the address itself; null if there is none.",
  params: viewById,
  reply: dataReply(viewFeedReply.nullable().defined()),
});

export const createViewFeed = endpoint({
  method: "POST",
  path: "/views/:id/calendar-feed",
  summary:
    "Creates a calendar address of a view's tasks, returned only once. The caller's previous address of the view stops working.",
  params: viewById,
  reply: dataReply(viewFeedReply.shape({ path: reply.text() })),
  status: 201,
  tellsSecret: true,
});

/** The names are null if the user can no longer see the view or the project; `project` is the view's project, if it has one. */
const taskFeedRowReply = object({ ...feedShape, view: reply.textOrNull(), project: reply.textOrNull() });
export type TaskFeedRow = InferType<typeof taskFeedRowReply>;

export const listTaskFeeds = endpoint({
  method: "GET",
  path: "/task-feeds",
  summary: "Lists the caller's calendar addresses of projects and views, without the addresses themselves.",
  reply: dataReply(array(taskFeedRowReply).required()),
});

export const revokeTaskFeedById = endpoint({
  method: "DELETE",
  path: "/task-feeds/:id",
  summary: "Revokes one of the caller's calendar addresses of projects and views.",
  params: object({ id: pathId("taskFeed") }),
  reply: messageReply,
});
