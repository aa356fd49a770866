import { array, type InferType, object } from "yup";
import { endpoint } from "../../kernel/endpoint";
import { dataReply, idField, lineField, pathId, reply, textField } from "../../kernel/fields";
import { personReply } from "../../kernel/person-reply";
import { boolean, string } from "../../kernel/schemas";
import { fileTextOptions, fileTextReply, listInForm, tableLayoutReply } from "../../kernel/table-text";
import { fieldKinds } from "../fields/fields.schema";
import { projectDetailReply } from "../projects/projects.contract";
import { maxProjectTitleLength } from "../projects/projects.schema";
import { columnKinds } from "../tasks/tasks.schema";
import { importSources } from "../../kernel/import-origin";
import { cardRoles, importConflictFields, importLossCodes, maxBoardFileBytes } from "./imports.schema";

/** Maximum number of columns of a table, people and lists of a board. */
const maxColumns = 1_000;
const maxPeople = 2_000;
const maxLists = 200;
/** Ids of boards may be paths in an archive. */
const maxBoardIdLength = 1_000;

const fileOptions = {
  ...fileTextOptions,
  /** Contents of each column of a table, by position; empty for columns that aren't imported. Detected by default. */
  roles: array(string().oneOf([...cardRoles, ""], "field.oneOf"))
    .transform(listInForm)
    .typeError("field.list")
    .max(maxColumns, "field.tooMany"),
  /** The board to read of a file with several boards. */
  board: textField(maxBoardIdLength),
};

const kindField = () => string().oneOf([...columnKinds], "field.oneOf");

/** Users for people of the source. Others stay as names. */
const people = array(
  object({ id: textField(320).required("field.required"), user_id: idField("user").required("field.required") }),
)
  .transform(listInForm)
  .typeError("field.list")
  .max(maxPeople, "field.tooMany");

const updateMapping = object({ ...fileOptions, people });

const mapping = object({
  ...fileOptions,
  title: lineField(maxProjectTitleLength).required("field.required"),
  /** Lists whose kind isn't the suggested one. */
  columns: array(
    object({ id: textField(200).required("field.required"), kind: kindField().required("field.required") }),
  )
    .transform(listInForm)
    .typeError("field.list")
    .max(maxLists, "field.tooMany"),
  people,
});

const countsReply = object({
  tasks: reply.number(),
  /** Part of `tasks`. */
  archived: reply.number(),
  subtasks: reply.number(),
  comments: reply.number(),
  tags: reply.number(),
  fields: reply.number(),
  dependencies: reply.number(),
  files: reply.number(),
  views: reply.number(),
  task_templates: reply.number(),
  /** Without those that have ended. */
  series: reply.number(),
});
export type ImportCounts = InferType<typeof countsReply>;

const lossReply = object({
  code: string()
    .oneOf([...importLossCodes])
    .required(),
  /** The column, property or card concerned; null if there are several. */
  name: reply.textOrNull(),
  count: reply.number(),
});

const importResultReply = { counts: countsReply, losses: array(lossReply).required() };

const updateCountsReply = object({
  created: reply.number(),
  updated: reply.number(),
  unchanged: reply.number(),
  /** Tasks with a value that was changed here and in the file. */
  conflicts: reply.number(),
  /** Tasks that were deleted here; they stay deleted. */
  deleted: reply.number(),
  /** Tasks that were moved to another project. */
  moved: reply.number(),
  /** Tasks that aren't in the file any more; they stay. */
  missing: reply.number(),
  /** New comments. */
  comments: reply.number(),
  /** New files. */
  files: reply.number(),
  /** Dependencies that the file has new or no longer has. */
  dependencies: reply.number(),
});
export type ImportUpdateCounts = InferType<typeof updateCountsReply>;

const conflictReply = object({
  field: string()
    .oneOf([...importConflictFields])
    .required(),
  /** Title of the project's field; null for others. */
  name: reply.textOrNull(),
  count: reply.number(),
  /** The first of them. */
  tasks: array(object({ id: reply.id(), key: reply.text(), title: reply.text() })).required(),
});
export type ImportConflict = InferType<typeof conflictReply>;

const updateResultReply = {
  counts: updateCountsReply,
  conflicts: array(conflictReply).required(),
  losses: array(lossReply).required(),
};

const importedPersonReply = object({
  id: reply.text(),
  name: reply.text(),
  email: reply.textOrNull(),
  /** Number of tasks and comments. */
  count: reply.number(),
  /** The user with this address, or the only one with this name. */
  user: personReply.nullable().defined(),
  matched_by: string().oneOf(["email", "name"]).nullable().defined(),
});

export const boardImportReply = object({
  source: string()
    .oneOf([...importSources])
    .required(),
  title: reply.text(),
  columns: array(
    object({
      id: reply.text(),
      title: reply.text(),
      kind: kindField().required(),
      closed: boolean().required(),
      count: reply.number(),
    }),
  ).required(),
  people: array(importedPersonReply).required(),
  fields: array(
    object({
      title: reply.text(),
      kind: string()
        .oneOf([...fieldKinds])
        .required(),
      count: reply.number(),
    }),
  ).required(),
  /** Null for files that aren't tables. */
  table: object({
    columns: array(
      object({
        title: reply.text(),
        samples: array(reply.text()).required(),
        role: string()
          .oneOf([...cardRoles])
          .nullable()
          .defined(),
      }),
    ).required(),
    text: fileTextReply.nullable().defined(),
    layout: tableLayoutReply,
  })
    .nullable()
    .defined(),
  /** Projects of earlier imports of the same board that the caller may see. */
  earlier: array(
    object({
      id: reply.id(),
      title: reply.text(),
      at: reply.text(),
      /** Whether the caller may update it from the file. */
      can_update: boolean().required(),
      /** Users chosen at its last import, by person of the file; null for names. */
      people: array(object({ id: reply.text(), user_id: reply.numberOrNull() })).required(),
    }),
  ).required(),
  /** The boards of a file with several boards, in the order of the file; empty for other files. */
  boards: array(object({ id: reply.text(), title: reply.text(), count: reply.number() })).required(),
  /** The board that was read. Null if the file has one board, or if none is chosen: then there is only the list of boards. */
  board: reply.textOrNull(),
  ...importResultReply,
});
export type BoardImport = InferType<typeof boardImportReply>;

export const readBoardImport = endpoint({
  method: "POST",
  path: "/project-imports/read",
  permission: "project-create",
  summary: "Reads a board from the file of another program and returns what it has and what an import would leave out.",
  body: object(fileOptions),
  file: "file",
  fileBytes: maxBoardFileBytes,
  reply: dataReply(boardImportReply),
  problems: ["request.invalid"],
});

export const previewBoardImport = endpoint({
  method: "POST",
  path: "/project-imports/preview",
  permission: "project-create",
  summary: "Does the whole import and reverts it; returns what it would create and leave out.",
  body: mapping,
  file: "file",
  fileBytes: maxBoardFileBytes,
  reply: dataReply(object(importResultReply)),
  problems: ["plan_limit_reached", "request.invalid"],
});

export const runBoardImport = endpoint({
  method: "POST",
  path: "/project-imports",
  permission: "project-create",
  summary:
    "Creates a project with the lists, cards, comments and fields of another program's board, or nothing. The chosen users become members.",
  body: mapping,
  file: "file",
  fileBytes: maxBoardFileBytes,
  reply: dataReply(object({ project: projectDetailReply, ...importResultReply })),
  status: 201,
  problems: ["plan_limit_reached", "request.invalid"],
});

const byProject = object({ id: pathId("project") });

export const previewBoardUpdate = endpoint({
  method: "POST",
  path: "/project/:id/imports/preview",
  scope: "project-edit",
  summary: "Does the whole update and reverts it; returns what it would change, keep and leave out.",
  params: byProject,
  body: updateMapping,
  file: "file",
  fileBytes: maxBoardFileBytes,
  reply: dataReply(object(updateResultReply)),
  problems: ["project.archived", "request.invalid"],
});

export const runBoardUpdate = endpoint({
  method: "POST",
  path: "/project/:id/imports",
  scope: "project-edit",
  summary:
    "Updates a project from a board that was imported into it, or changes nothing. Values that were also changed in the project stay as they are there.",
  params: byProject,
  body: updateMapping,
  file: "file",
  fileBytes: maxBoardFileBytes,
  reply: dataReply(object({ project: projectDetailReply, ...updateResultReply })),
  problems: ["project.archived", "request.invalid"],
});
