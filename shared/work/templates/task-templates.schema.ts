import { array, type InferType, object } from "yup";
import { dayField, idField, lineField, versionField, wholeNumber } from "../../kernel/fields";
import { string } from "../../kernel/schemas";
import { fieldKinds, maxFieldsPerProject } from "../fields/fields.schema";
import { maxTitleLength } from "../tasks/tasks.fields";
import {
  peopleOfRoles,
  rolesOfPeople,
  templateRoles,
  templateSubtask,
  templateTask,
  templateValue,
} from "./templates.schema";

/** Maximum number of templates of tasks of a project. */
export const maxTaskTemplates = 100;
/** Maximum number of subtasks of a template of a task. */
export const maxTaskTemplateSubtasks = 200;
const maxTaskTemplateTitleLength = 120;
/** Maximum number of assignees and tags of a task. */
const maxLinks = 200;

const storedId = () => wholeNumber(1, Number.MAX_SAFE_INTEGER).required();

/**
 * Content of tasks made from a template. Tags, fields and options are ids, because a template belongs to the project of its tasks. A person
 * is the code of a role, and days are offsets.
 */
export const taskTemplateContentSchema = templateTask
  .omit(["column", "series", "blockers", "tags", "field_values", "subtasks"])
  .shape({
    people_roles: templateRoles(),
    tags: array(storedId()).max(maxLinks).required(),
    field_values: array(
      templateValue.omit(["field"]).shape({
        field_id: storedId(),
        /** Kind of the field when the value was stored. Values of fields with another kind are ignored. */
        kind: string()
          .oneOf([...fieldKinds])
          .required(),
      }),
    )
      .max(maxFieldsPerProject)
      .required(),
    subtasks: array(templateSubtask).max(maxTaskTemplateSubtasks).required(),
  });
export type TaskTemplateContent = InferType<typeof taskTemplateContentSchema>;

const title = { title: lineField(maxTaskTemplateTitleLength).required("field.required") };
const version = { version: versionField().required("field.required") };

/** The task whose content becomes that of a template. */
const source = {
  task_id: idField("task").required("field.required"),
  /** The day from which dates are counted; the due date by default. */
  day: dayField(),
  roles: rolesOfPeople(),
};

export const createTaskTemplateSchema = object({ ...title, ...source });
export const updateTaskTemplateSchema = object({ ...title, ...version });
export const replaceTaskTemplateSchema = object({ ...source, ...version });

/** A task made from a template. */
export const templateTaskSchema = object({
  task_status_id: idField("column").required("field.required"),
  title: lineField(maxTitleLength).required("field.required"),
  /** The day from which the template's dates are counted. */
  day: dayField().required("field.required"),
  people: peopleOfRoles(),
});

const idOrNull = (name: "taskTemplate" | "column") => idField(name).nullable();

/** The template from which new tasks of a project or a column start. */
export const defaultTaskTemplateSchema = object({
  /** Null for none. */
  task_template_id: idOrNull("taskTemplate"),
  /** The column; null for the whole project. */
  task_status_id: idOrNull("column"),
  /** The default that the user saw; null for none. */
  previous_task_template_id: wholeNumber(1, Number.MAX_SAFE_INTEGER).nullable(),
});
