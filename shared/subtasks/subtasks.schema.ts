import { array, object } from "yup";
import { boolean, number } from "../kernel/schemas";
import { dayField, idField, lineField } from "../kernel/fields";

/** As many lines as one may paste at once. */
export const mostSubtasksAtOnce = 200;
/** Of one task: all are answered with it, and put in order at once. */
export const mostSubtasks = 2_000;
/** Of one person, in all tasks. */
export const mostAssigned = 10_000;

const name = () => lineField(255);
const facts = {
  /** Somebody of the project. */
  assignee_id: idField("user").nullable(),
  /** Inside the project's timeline. */
  due_date: dayField(),
};

export const createSubtaskSchema = object({
  task_id: idField("task").required("field.required"),
  name: name().required("subtask.nameRequired"),
  ...facts,
  /** For one that was done already when it was deleted by mistake. */
  completed: boolean(),
});

export const createSubtasksSchema = object({
  task_id: idField("task").required("field.required"),
  names: array(name().required("subtask.nameRequired"))
    .typeError("field.list")
    .required("subtask.nameRequired")
    .min(1, "subtask.nameRequired")
    .max(mostSubtasksAtOnce, "field.tooMany"),
});

/** Only the fields that are sent change. */
export const updateSubtaskSchema = object({
  name: name().min(1, "subtask.nameRequired"),
  ...facts,
  /** Also 0 or 1. */
  completed: boolean(),
  version: number().integer("field.number").typeError("field.number"),
});
