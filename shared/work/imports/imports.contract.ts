import { array, type InferType, object } from "yup";
import { endpoint } from "../../kernel/endpoint";
import { dataReply, idField, lineField, reply, textField } from "../../kernel/fields";
import { personReply } from "../../kernel/person-reply";
import { boolean, string } from "../../kernel/schemas";
import { fileTextOptions, fileTextReply, listInForm, tableLayoutReply } from "../../kernel/table-text";
import { fieldKinds } from "../fields/fields.schema";
import { projectDetailReply } from "../projects/projects.contract";
import { maxProjectTitleLength } from "../projects/projects.schema";
import { columnKinds } from "../tasks/tasks.schema";
import { importSources } from "../../kernel/import-origin";
import { cardRoles, importLossCodes, maxBoardFileBytes } from "./imports.schema";

/** Maximum number of columns of a table, people and lists of a board. */
const maxColumns = 1_000;
const maxPeople = 2_000;
const maxLists = 200;
/** Ids of boards may be paths in an archive. */
const maxBoardIdLength = 1_000;

const fileOptions = {
  ...fileTextOptions,
  /** What each column of a table holds, by position; empty for columns that aren't imported. Detected by default. */
  roles: array(string().oneOf([...cardRoles, ""], "field.oneOf"))
    .transform(listInForm)
    .typeError("field.list")
    .max(maxColumns, "field.tooMany"),
  /** The board to read of a file with several boards. */
  board: textField(maxBoardIdLength),
};

const kindField = () => string().oneOf([...columnKinds], "field.oneOf");

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
  /** Users for people of the source. Others stay as names. */
  people: array(
    object({ id: textField(320).required("field.required"), user_id: idField("user").required("field.required") }),
  )
    .transform(listInForm)
    .typeError("field.list")
    .max(maxPeople, "field.tooMany"),
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
  earlier: array(object({ id: reply.id(), title: reply.text(), at: reply.text() })).required(),
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
