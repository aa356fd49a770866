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
  type FieldKind,
  fieldKinds,
  maxDecimals,
  maxFieldsPerProject,
  maxFieldTitleLength,
  maxLinkLength,
  maxNumberValue,
  maxOptions,
  maxOptionTitleLength,
  maxTextValueLength,
  maxUnitLength,
} from "../fields/fields.schema";
import { maxProjectTitleLength, maxTagNameLength, projectStates } from "../projects/projects.schema";
import { createSeriesSchema, seriesStates } from "../series/series.schema";
import { maxSubtaskNameLength, maxSubtasks } from "../tasks/subtasks.schema";
import { maxColumnTitleLength, maxDescriptionLength, maxTitleLength, priorities } from "../tasks/tasks.fields";
import { columnKinds } from "../tasks/tasks.schema";
import { maxTaskTemplates, taskTemplateContentSchema } from "../templates/task-templates.schema";
import { maxViewNameLength, maxViewQueryLength, maxViews, taskViewLayouts } from "../views/views.schema";

/** Marks the file `project.json` of an export; other programs' files don't have it. */
export const projectExportFormat = "workplace-project";
/** Increased by changes that earlier versions of the import can't read. */
export const projectExportVersion = 1;
export const projectExportFileName = "project.json";

/** Parts of a project that its export leaves out. */
export const projectExportOmissions = [
  "bin",
  "views",
  "timeEntries",
  "reactions",
  "watchers",
  "groups",
  "references",
] as const;
export type ProjectExportOmission = (typeof projectExportOmissions)[number];

const maxRows = 20_000;
const maxNumber = 1_000_000_000;
const maxDayOffset = 402_000;

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

/** Values of fields. Options and people are numbers of this export. */
const exportedValues = () =>
  array(object({ field: requiredId(), value: mixed<ExportedValue>().required() }))
    .max(maxFieldsPerProject)
    .required();

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
  /** Title of the task template from which the task was made. Earlier exports don't have it. */
  template: lineField(120).nullable(),
  /** Version of the template's content from which the task was made. */
  template_version: wholeNumber(1, maxNumber).nullable(),
  reporter: idOrNull(),
  assignees: idsOf(maxRows),
  tags: idsOf(maxRows),
  values: exportedValues(),
  subtasks: array(exportedSubtask).max(maxSubtasks).required(),
  comments: array(exportedComment).max(maxRows).required(),
  /** Numbers of the tasks that must be finished before this one. */
  blockers: idsOf(maxRows),
  files: array(exportedFile).max(maxRows).required(),
});

/** A view that is shared with the project. */
const exportedView = object({
  name: lineField(maxViewNameLength).required(),
  layout: oneOf(taskViewLayouts),
  /** As in a saved view, with numbers of this export. */
  query: textField(maxViewQueryLength).defined(),
});

const isText = (value: unknown, maxLength: number) => typeof value === "string" && value.length <= maxLength;
const isLocalId = (value: unknown) => Number.isInteger(value) && Number(value) > 0;

/** Whether a template can have a value: days are offsets, and people are codes of roles. */
const isTemplateValue: Record<FieldKind, (value: unknown) => boolean> = {
  text: (value) => isText(value, maxTextValueLength),
  link: (value) => isText(value, maxLinkLength),
  number: (value) => typeof value === "number" && Math.abs(value) <= maxNumberValue,
  day: (value) => Number.isInteger(value) && Math.abs(Number(value)) <= maxDayOffset,
  flag: (value) => typeof value === "boolean",
  choice: isLocalId,
  choices: (value) => Array.isArray(value) && value.length <= maxOptions && value.every(isLocalId),
  person: (value) => isText(value, 40),
};

const exportedTaskTemplate = object({
  title: lineField(120).required(),
  /** As it is stored, with numbers of this export for tags, fields and options. */
  content: taskTemplateContentSchema.test(
    "values",
    "field.invalid",
    (content) => content.field_values?.every(({ kind, value }) => isTemplateValue[kind]?.(value)) ?? true,
  ),
  content_version: wholeNumber(1, maxNumber).required(),
  /** Whether new tasks start from it. At most one template is the default. */
  is_default: boolean().default(false),
  /** Columns whose new tasks start from it instead. A column is in one list at most. */
  default_columns: array(requiredId()).max(maxRows).default([]),
});

const dayOffset = () => wholeNumber(-maxDayOffset, maxDayOffset).nullable().defined();

/** The values that the coming tasks of a series copy. Offsets are days from the date of the task. */
const exportedSeriesTask = object({
  title: lineField(maxTitleLength).required(),
  description: richTextField(maxDescriptionLength).nullable().defined(),
  priority: oneOf(priorities),
  complexity: wholeNumber(1, 5).required(),
  estimate_minutes: wholeNumber(1, 60_000).nullable().defined(),
  start_offset: dayOffset(),
  due_offset: dayOffset(),
  assignees: idsOf(maxRows),
  tags: idsOf(maxRows),
  values: exportedValues(),
  subtasks: array(
    object({ name: lineField(maxSubtaskNameLength).required(), assignee: idOrNull(), due_offset: dayOffset() }),
  )
    .max(maxSubtasks)
    .required(),
});

const exportedSeries = object({
  rule: createSeriesSchema.omit(["task_status_id"]),
  state: oneOf(seriesStates),
  owner: idOrNull(),
  column: idOrNull(),
  task: exportedSeriesTask,
  /** Number of the task whose files new tasks share. */
  source_task: idOrNull(),
  last_task: idOrNull(),
  /** The day and the date of the last occurrence that was created, skipped or missed. */
  last_day: day(),
  last_date: day(),
  created_count: wholeNumber(0, maxNumber).required(),
  missed_count: wholeNumber(0, maxNumber).required(),
  /** Occurrences with a task, or that were skipped; the task is null after it has left the project. */
  occurrences: array(object({ day: dayField().required(), task: idOrNull(), skipped: boolean().required() }))
    .max(maxRows)
    .required(),
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
  // Earlier exports don't have the following ones.
  views: array(exportedView).max(maxViews).default([]),
  task_templates: array(exportedTaskTemplate).max(maxTaskTemplates).default([]),
  series: array(exportedSeries).max(maxRows).default([]),
  tasks: array(exportedTask).max(maxRows).required(),
});
export type ProjectExport = InferType<typeof projectExportSchema>;
export type ExportedTask = ProjectExport["tasks"][number];
export type ExportedField = ProjectExport["fields"][number];
export type ExportedPerson = ProjectExport["people"][number];
export type ExportedView = ProjectExport["views"][number];
export type ExportedTaskTemplate = ProjectExport["task_templates"][number];
export type ExportedSeries = ProjectExport["series"][number];
