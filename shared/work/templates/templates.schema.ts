import { array, type InferType, mixed, object } from "yup";
import {
  colorField,
  colorTones,
  dayField,
  emptyToNull,
  idField,
  lineField,
  richTextField,
  textField,
  versionField,
  wholeNumber,
} from "../../kernel/fields";
import { boolean, string } from "../../kernel/schemas";
import type { FieldValue } from "../fields/field-values.rules";
import {
  fieldKinds,
  maxDecimals,
  maxFieldsPerProject,
  maxFieldTitleLength,
  maxOptions,
  maxOptionTitleLength,
  maxTextValueLength,
  maxUnitLength,
} from "../fields/fields.schema";
import { maxTagNameLength } from "../projects/projects.schema";
import { createSeriesSchema } from "../series/series.schema";
import { maxSubtaskNameLength } from "../tasks/subtasks.schema";
import {
  maxColumnTitleLength,
  maxDescriptionLength,
  maxTitleLength,
  priorities,
  taskFields,
} from "../tasks/tasks.fields";
import { columnKinds } from "../tasks/tasks.schema";
import { maxViewNameLength, maxViewQueryLength, taskViewLayouts } from "../views/views.schema";

/** Maximum number of a tenant's own templates; lists of templates are returned completely. */
export const maxProjectTemplates = 100;
/** Maximum number of deleted templates that are listed, last deleted first. */
export const maxDeletedTemplates = 200;
/** Maximum number of templates of the product. */
export const maxSuppliedTemplates = 20;
export const maxTemplateTasks = 1_000;
/** Maximum number of subtasks of all tasks of a template. */
export const maxTemplateSubtasks = 5_000;
export const maxTemplateColumns = 200;
export const maxTemplateTags = 100;
export const maxTemplateViews = 50;
/** Maximum number of listed projects that were created from an earlier revision of a template. */
export const maxOutdatedProjects = 200;
/** Maximum number of people of a project for whom roles can be chosen. */
export const maxTemplatePeople = 200;
/** Maximum number of views, series and tags of a project together. */
export const maxOmitted = 1_300;
export const maxRoles = 20;
export const maxRoleTitleLength = 60;
/** Maximum length of a stored content as JSON. */
export const maxContentLength = 1_000_000;
/** Version of the format of a stored content. */
export const contentFormat = 1;

const maxTemplateTitleLength = 120;
/** Days between the first and the last day that a date field accepts. */
const maxOffset = 402_000;

/** Days from the chosen day; negative before it. */
const offset = () => wholeNumber(-maxOffset, maxOffset).nullable().defined();
/** Position of a column, tag, field or option within the template; the first one is 1. */
const position = (most: number) => wholeNumber(1, most);
const roleCode = () => textField(40);

const templateColumn = object({
  title: lineField(maxColumnTitleLength).required(),
  kind: string()
    .oneOf([...columnKinds])
    .required(),
  color: colorField().defined(),
  wip_limit: wholeNumber(1, 999).nullable().defined(),
});

const templateTag = object({
  name: lineField(maxTagNameLength).required(),
  color: string()
    .oneOf([...colorTones])
    .required(),
});

const templateField = object({
  title: lineField(maxFieldTitleLength).required(),
  kind: string()
    .oneOf([...fieldKinds])
    .required(),
  max_length: wholeNumber(1, maxTextValueLength).nullable().defined(),
  decimals: wholeNumber(0, maxDecimals).nullable().defined(),
  unit: lineField(maxUnitLength).nullable().defined(),
  options: array(
    object({
      title: lineField(maxOptionTitleLength).required(),
      color: string()
        .oneOf([...colorTones])
        .required(),
    }),
  )
    .max(maxOptions)
    .required(),
  on_card: boolean().required(),
  /** Positions of the columns that require the field. */
  required_columns: array(position(maxTemplateColumns).required()).max(maxTemplateColumns).required(),
});

const templateView = object({
  name: lineField(maxViewNameLength).required(),
  layout: string()
    .oneOf([...taskViewLayouts])
    .required(),
  /** As in a saved view, with positions instead of ids. */
  query: textField(maxViewQueryLength).defined(),
});

/**
 * Value of a field. Options are positions, a person is the code of a role, and a day is an offset; other values are as those of tasks.
 */
export const templateValue = object({
  field: position(maxFieldsPerProject).required(),
  value: mixed<FieldValue>().required(),
});

export const templateSubtask = object({
  name: lineField(maxSubtaskNameLength).required(),
  due_offset: offset(),
  role: roleCode().nullable().defined(),
});

/** The rule of a series; its days are offsets. */
const templateSeries = createSeriesSchema
  .omit(["first_day", "until", "task_status_id"])
  .shape({ first_offset: wholeNumber(-maxOffset, maxOffset).required(), until_offset: offset() });

export const templateTask = object({
  title: lineField(maxTitleLength).required(),
  description: richTextField(maxDescriptionLength).nullable().defined(),
  /** Position of the column. */
  column: position(maxTemplateColumns).required(),
  priority: string()
    .oneOf([...priorities])
    .required(),
  complexity: wholeNumber(1, 5).required(),
  estimate_minutes: taskFields.estimate_minutes.input.defined(),
  start_offset: offset(),
  due_offset: offset(),
  /** Codes of the roles whose people the task is assigned to. */
  roles: array(roleCode().required()).max(maxRoles).required(),
  /** Positions of the tags. */
  tags: array(position(maxTemplateTags).required()).max(maxTemplateTags).required(),
  field_values: array(templateValue).max(maxFieldsPerProject).required(),
  subtasks: array(templateSubtask).max(maxTemplateSubtasks).required(),
  series: templateSeries.nullable().defined(),
  /** Positions of the tasks that block it. Contents that were written before templates had them have none. */
  blockers: array(position(maxTemplateTasks).required()).max(maxTemplateTasks).default([]),
});

export const templateRoles = () =>
  array(object({ code: roleCode().required(), title: lineField(maxRoleTitleLength).required() }))
    .max(maxRoles)
    .required();

/** Content of projects made from a template. It is stored for templates of users; those of the product are written in the same shape. */
export const templateContentSchema = object({
  columns: array(templateColumn).min(1).max(maxTemplateColumns).required(),
  roles: templateRoles(),
  tags: array(templateTag).max(maxTemplateTags).required(),
  fields: array(templateField).max(maxFieldsPerProject).required(),
  views: array(templateView).max(maxTemplateViews).required(),
  tasks: array(templateTask).max(maxTemplateTasks).required(),
});
export type TemplateContent = InferType<typeof templateContentSchema>;
export type TemplateTask = TemplateContent["tasks"][number];

const personOfRole = object({
  role: roleCode().required("field.required"),
  user_id: idField("user").required("field.required"),
});

/** The people of the roles of a template. Tasks of other roles are left unassigned. */
export const peopleOfRoles = () => array(personOfRole).max(maxRoles, "field.tooMany");

/** A project made from a template. */
export const templateProjectSchema = object({
  title: lineField(120).required("field.required"),
  /** The day from which the template's dates are counted. */
  day: dayField().required("field.required"),
  people: peopleOfRoles(),
});

const description = {
  title: lineField(maxTemplateTitleLength).required("field.required"),
  description: textField(1_000).transform(emptyToNull).nullable(),
  /** Meaning of the chosen day, such as "First day of the fair". */
  day_title: lineField(60).transform(emptyToNull).nullable(),
};

/** The roles of people. People without one are left out, and people with equal titles share a role. */
export const rolesOfPeople = () =>
  array(
    object({
      user_id: idField("user").required("field.required"),
      title: lineField(maxRoleTitleLength).required("field.required"),
    }),
  ).max(maxTemplatePeople, "field.tooMany");

/** The project whose content becomes that of a template. */
const source = {
  project_id: idField("project").required("field.required"),
  /** The day that is the chosen day of the template. */
  day: dayField().required("field.required"),
  roles: rolesOfPeople(),
};

export const createTemplateSchema = object({ ...description, ...source });
export const updateTemplateSchema = object({ ...description, version: versionField().required("field.required") });
export const replaceTemplateContentSchema = object({
  ...source,
  version: versionField().required("field.required"),
});
