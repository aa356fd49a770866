import { array, type InferType, object } from "yup";
import { endpoint } from "../../kernel/endpoint";
import { dataReply, deletedReply, messageReply, pathId, reply } from "../../kernel/fields";
import { personReply } from "../../kernel/person-reply";
import { boolean, string } from "../../kernel/schemas";
import {
  changeFieldKindSchema,
  createFieldSchema,
  fieldKindQuery,
  fieldKinds,
  sortFieldsSchema,
  undoFieldKindSchema,
  updateFieldSchema,
  updateFieldUseSchema,
} from "./fields.schema";

export const fieldOptionReply = object({
  id: reply.id(),
  title: reply.text(),
  color: reply.text(),
  /** Whether the option can't be chosen any more; tasks may still have it. */
  deleted: boolean().required(),
});
export type FieldOption = InferType<typeof fieldOptionReply>;

/** A field of a project's tasks. The board contains it, so each of its properties must follow from events. */
export const projectFieldReply = object({
  id: reply.id(),
  title: reply.text(),
  kind: string()
    .oneOf([...fieldKinds])
    .required(),
  /** Number of characters; null except for text. */
  max_length: reply.numberOrNull(),
  /** Null except for numbers. */
  decimals: reply.numberOrNull(),
  unit: reply.textOrNull(),
  /** In their order. All of them are deleted if the field was a choice before and is none now. */
  options: array(fieldOptionReply).required(),
  on_card: boolean().required(),
  /** Columns that a task may enter only with a value. */
  required_column_ids: array(reply.id()).required(),
  /** Kinds that the field had before. Values in the history may be of these kinds. */
  former_kinds: array(
    string()
      .oneOf([...fieldKinds])
      .required(),
  ).required(),
  version: reply.number(),
});
export type ProjectField = InferType<typeof projectFieldReply>;

const projectReference = object({ id: reply.id(), title: reply.text() });

/** A field with what only its settings show. */
const fieldSettingsReply = projectFieldReply.shape({
  /** The other projects that use the field and that the caller may see. */
  other_projects: array(projectReference).required(),
  /** Number of tasks of this project with a value. */
  value_count: reply.number(),
  can: object({ edit: boolean().required() }),
});
export type FieldSettings = InferType<typeof fieldSettingsReply>;

const removedFieldReply = projectFieldReply.shape({
  removed_at: reply.text(),
  /** When the field is deleted for good. */
  deleted_at: reply.text(),
  removed_by: personReply.nullable().defined(),
  value_count: reply.number(),
});

const sharedFieldReply = projectFieldReply
  .pick(["id", "title", "kind"])
  .shape({ projects: array(projectReference).required() });

const projectById = object({ id: pathId("project") });
const fieldOfProject = object({ id: pathId("project"), field_id: pathId("field") });

export const listProjectFields = endpoint({
  method: "GET",
  path: "/project/:id/fields",
  scope: "project-view",
  summary: "Lists the fields of a project in their order, and those in its bin.",
  params: projectById,
  reply: dataReply(
    object({
      fields: array(fieldSettingsReply).required(),
      removed: array(removedFieldReply).required(),
      /** The project's columns in their order, which can require fields. */
      columns: array(object({ id: reply.id(), title: reply.text() })).required(),
      can: object({ edit: boolean().required() }),
    }),
  ),
});

export const listFieldsOfOtherProjects = endpoint({
  method: "GET",
  path: "/project/:id/fields/of-other-projects",
  scope: "project-view",
  summary: "Lists the fields of other projects that the project can use too.",
  params: projectById,
  reply: dataReply(array(sharedFieldReply).required()),
});

export const createProjectField = endpoint({
  method: "POST",
  path: "/project/:id/fields",
  scope: "project-edit",
  summary: "Creates a field at the end of the project's fields.",
  params: projectById,
  body: createFieldSchema,
  reply: dataReply(projectFieldReply),
  status: 201,
  example: { body: { title: "Cost centre", kind: "text" } },
});

export const useProjectField = endpoint({
  method: "POST",
  path: "/project/:id/fields/:field_id",
  scope: "project-edit",
  summary: "Adds a field of another project. Both projects share it from then on.",
  params: fieldOfProject,
  reply: dataReply(projectFieldReply),
  status: 201,
});

export const updateProjectField = endpoint({
  method: "PUT",
  path: "/project/:id/fields/:field_id",
  scope: "project-edit",
  summary: "Changes the title, limits or options of a field, in all projects that use it.",
  params: fieldOfProject,
  body: updateFieldSchema,
  reply: dataReply(projectFieldReply),
  problems: ["projectField.stale"],
  example: { body: { title: "Cost centre", version: 1 } },
});

const kindChangeReply = object({
  /** Number of values, including those of archived tasks and of projects in whose bin the field is. */
  value_count: reply.number(),
  lost_count: reply.number(),
  /** The first tasks whose values are lost. */
  lost_tasks: array(object({ id: reply.id(), key: reply.text(), title: reply.text() })).required(),
  /** Titles of the options that the field gets. */
  new_options: array(reply.text()).required(),
  /** Saved views that the caller sees and that filter by the field. */
  views: array(object({ id: reply.id(), name: reply.text() })).required(),
});
export type FieldKindChange = InferType<typeof kindChangeReply>;

export const previewFieldKind = endpoint({
  method: "GET",
  path: "/project/:id/fields/:field_id/kind",
  scope: "project-view",
  summary: "Tells what a change of a field's kind would do to its values, without changing anything.",
  params: fieldOfProject,
  query: fieldKindQuery,
  reply: dataReply(kindChangeReply),
  example: { query: { kind: "number" } },
});

export const changeFieldKind = endpoint({
  method: "PUT",
  path: "/project/:id/fields/:field_id/kind",
  scope: "project-edit",
  summary: "Changes the kind of a field in all projects that use it and converts its values; the others are deleted.",
  params: fieldOfProject,
  body: changeFieldKindSchema,
  reply: dataReply(projectFieldReply),
  problems: ["projectField.stale", "projectField.valuesChanged"],
  example: { body: { kind: "number", version: 1, value_count: 1, lost_count: 1 } },
});

export const undoFieldKindChange = endpoint({
  method: "POST",
  path: "/project/:id/fields/:field_id/kind/undo",
  scope: "project-edit",
  summary:
    "Undoes the last change of a field's kind within a day. Values that nobody has changed since become the former ones again; others are converted.",
  params: fieldOfProject,
  body: undoFieldKindSchema,
  reply: dataReply(projectFieldReply),
  problems: ["projectField.stale", "projectField.undoExpired", "projectField.undoLosesValues"],
  example: { body: { version: 1 } },
});

export const updateProjectFieldUse = endpoint({
  method: "PATCH",
  path: "/project/:id/fields/:field_id",
  scope: "project-edit",
  summary: "Sets whether the project's cards show the field, and the columns that require it.",
  params: fieldOfProject,
  body: updateFieldUseSchema,
  reply: dataReply(projectFieldReply),
  example: { body: { on_card: true } },
});

export const sortProjectFields = endpoint({
  method: "PUT",
  path: "/project/:id/fields",
  scope: "project-edit",
  summary: "Sets the order of a project's fields.",
  params: projectById,
  body: sortFieldsSchema,
  reply: messageReply,
  example: { body: { ids: [1] } },
});

export const removeProjectField = endpoint({
  method: "DELETE",
  path: "/project/:id/fields/:field_id",
  scope: "project-edit",
  summary: "Moves a field into the project's bin. Its values are kept and return with it.",
  params: fieldOfProject,
  reply: deletedReply,
});

export const restoreProjectField = endpoint({
  method: "POST",
  path: "/project/:id/fields/:field_id/restore",
  scope: "project-edit",
  summary: "Restores a field from the project's bin with its values.",
  params: fieldOfProject,
  reply: dataReply(projectFieldReply),
});
