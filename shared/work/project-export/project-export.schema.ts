import { array, type InferType, mixed, object } from "yup";
import {
  colorField,
  colorTones,
  dayField,
  lineField,
  richTextField,
  textField,
  wholeNumber,
} from "../../kernel/fields";
import { projectRoles } from "../../kernel/permissions";
import { boolean, number, string } from "../../kernel/schemas";
import { maxCommentLength } from "../comments/comments.schema";
import {
  fieldKinds,
  maxDecimals,
  maxFieldsPerProject,
  maxFieldTitleLength,
  maxOptionTitleLength,
  maxTextValueLength,
  maxUnitLength,
} from "../fields/fields.schema";
import { maxProjectTitleLength, maxTagNameLength, projectStates } from "../projects/projects.schema";
import { maxSubtaskNameLength, maxSubtasks } from "../tasks/subtasks.schema";
import { maxColumnTitleLength, maxDescriptionLength, maxTitleLength, priorities } from "../tasks/tasks.fields";
import { columnKinds } from "../tasks/tasks.schema";

/** Marks the file `project.json` of an export; other programs' files don't have it. */
export const projectExportFormat = "workplace-project";
/** Increased by changes that earlier versions of the import can't read. */
export const projectExportVersion = 1;
export const projectExportFileName = "project.json";

/** What an export of a project leaves out. */
export const projectExportOmissions = [
  "bin",
  "views",
  "series",
  "taskTemplates",
  "timeEntries",
  "reactions",
  "watchers",
  "groups",
  "references",
] as const;
export type ProjectExportOmission = (typeof projectExportOmissions)[number];

const maxRows = 20_000;
const maxNumber = 1_000_000_000;

/** Number of a person, column, tag, field or option within the export; ids of the database aren't exported. */
const localId = () => wholeNumber(1, maxNumber);
const requiredId = () => localId().required();
const idOrNull = () => localId().nullable().defined();
const idsOf = (most: number) => array(requiredId()).max(most).required();

const instantText = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;
const instant = () => string().matches(instantText, "field.invalid");
const day = () => dayField().defined();
const oneOf = <Value extends string>(values: readonly Value[]) =>
  string()
    .oneOf([...values])
    .required();

const exportedPerson = object({
  id: requiredId(),
  name: lineField(maxTitleLength).required(),
  /** Null for people without an account, and if the exporting user may not see addresses. */
  email: textField(320).nullable().defined(),
  /** Null for people who aren't members of the project. */
  role: string()
    .nullable()
    .oneOf([...projectRoles, null])
    .defined(),
});

const exportedColumn = object({
  id: requiredId(),
  title: lineField(maxColumnTitleLength).required(),
  kind: oneOf(columnKinds),
  color: colorField().defined(),
  wip_limit: wholeNumber(1, 999).nullable().defined(),
});

const exportedTag = object({
  id: requiredId(),
  name: lineField(maxTagNameLength).required(),
  color: oneOf(colorTones),
});

const exportedField = object({
  id: requiredId(),
  title: lineField(maxFieldTitleLength).required(),
  kind: oneOf(fieldKinds),
  max_length: wholeNumber(1, maxTextValueLength).nullable().defined(),
  decimals: wholeNumber(0, maxDecimals).nullable().defined(),
  unit: lineField(maxUnitLength).nullable().defined(),
  on_card: boolean().required(),
  /** Columns that a task may enter only with a value. */
  required_columns: idsOf(maxRows),
  options: array(
    object({
      id: requiredId(),
      title: lineField(maxOptionTitleLength).required(),
      color: oneOf(colorTones),
      /** Whether the option can't be chosen any more; tasks may still have it. */
      deleted: boolean().required(),
    }),
  )
    .max(maxRows)
    .required(),
});

const exportedSubtask = object({
  name: lineField(maxSubtaskNameLength).required(),
  completed: boolean().required(),
  due_date: day(),
  assignee: idOrNull(),
});

const exportedComment = object({
  author: idOrNull(),
  created_at: instant().required(),
  edited_at: instant().nullable().defined(),
  body: richTextField(maxCommentLength).required(),
});

const exportedFile = object({
  title: lineField(maxTitleLength).required(),
  name: lineField(maxTitleLength).required(),
  /** Name of the entry in the ZIP. */
  path: textField(500).required(),
  created_at: instant().required(),
  created_by: idOrNull(),
  is_cover: boolean().required(),
});

export type ExportedValue = string | number | boolean | number[];

const exportedTask = object({
  number: requiredId(),
  title: lineField(maxTitleLength).required(),
  description: richTextField(maxDescriptionLength).nullable().defined(),
  column: requiredId(),
  priority: oneOf(priorities),
  complexity: wholeNumber(1, 5).required(),
  start_date: day(),
  due_date: day(),
  estimate_minutes: wholeNumber(1, 60_000).nullable().defined(),
  progress: wholeNumber(0, 100).required(),
  progress_by_hand: boolean().required(),
  created_at: instant().required(),
  archived_at: instant().nullable().defined(),
  /** Title of the template from which the task was made. The import doesn't read it, and earlier exports don't have it. */
  template: lineField(120).nullable(),
  reporter: idOrNull(),
  assignees: idsOf(maxRows),
  tags: idsOf(maxRows),
  /** Options and people are numbers of this export. */
  values: array(object({ field: requiredId(), value: mixed<ExportedValue>().required() }))
    .max(maxFieldsPerProject)
    .required(),
  subtasks: array(exportedSubtask).max(maxSubtasks).required(),
  comments: array(exportedComment).max(maxRows).required(),
  /** Numbers of the tasks that must be finished before this one. */
  blockers: idsOf(maxRows),
  files: array(exportedFile).max(maxRows).required(),
});

/** Content of `project.json`. Lists are in their order; tasks in that of their columns. */
export const projectExportSchema = object({
  format: string().oneOf([projectExportFormat]).required(),
  version: number().oneOf([projectExportVersion]).required(),
  exported_at: instant().required(),
  project: object({
    title: lineField(maxProjectTitleLength).required(),
    code: string()
      .matches(/^[A-Z][A-Z0-9]{1,7}$/, "project.code")
      .required(),
    description: richTextField(20_000).nullable().defined(),
    color: oneOf(colorTones),
    start_date: day(),
    end_date: day(),
    status: oneOf(projectStates),
    budget: object({
      amount: string()
        .matches(/^\d{1,12}(\.\d{1,2})?$/, "field.money")
        .required(),
      currency: string()
        .matches(/^[A-Z]{3}$/, "field.invalid")
        .required(),
    })
      .nullable()
      .defined(),
  }).required(),
  people: array(exportedPerson).max(maxRows).required(),
  columns: array(exportedColumn).max(maxRows).required(),
  tags: array(exportedTag).max(maxRows).required(),
  fields: array(exportedField).max(maxFieldsPerProject).required(),
  tasks: array(exportedTask).max(maxRows).required(),
});
export type ProjectExport = InferType<typeof projectExportSchema>;
export type ExportedTask = ProjectExport["tasks"][number];
export type ExportedField = ProjectExport["fields"][number];
export type ExportedPerson = ProjectExport["people"][number];
