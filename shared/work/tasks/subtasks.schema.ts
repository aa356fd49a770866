import { array, object } from "yup";
import { boolean, number } from "../../kernel/schemas";
import { dayField, idField, idList, lineField } from "../../kernel/fields";

/** Maximum number of subtasks created in one call, e.g. from pasted lines. */
export const subtaskBatchSize = 200;
/** Maximum number of subtasks per task, because all of them are returned and sorted together. */
export const maxSubtasks = 2_000;
export const maxAssignedSubtasks = 10_000;

export const maxSubtaskNameLength = 255;
const name = () => lineField(maxSubtaskNameLength);
const facts = {
  assignee_id: idField("user").nullable(),
  /** Must be within the project's timeline. */
  due_date: dayField(),
};

export const createSubtaskSchema = object({
  task_id: idField("task").required("field.required"),
  name: name().required("subtask.nameRequired"),
  ...facts,
  /** Set when the deletion of a finished subtask is undone. */
  completed: boolean(),
  /**
   * Set when a deletion is undone: the subtasks above, nearest first. The new subtask is placed below the first one that still exists, or at
   * the top if none does. Without it, the new subtask is placed at the bottom.
   */
  after_ids: idList("subtask"),
});

export const createSubtasksSchema = object({
  task_id: idField("task").required("field.required"),
  names: array(name().required("subtask.nameRequired"))
    .typeError("field.list")
    .required("subtask.nameRequired")
    .min(1, "subtask.nameRequired")
    .max(subtaskBatchSize, "field.tooMany"),
  /** Whether each of the names is completed, in the same order. Missing ones are not. */
  completed: array(boolean())
    .typeError("field.list")
    .max(subtaskBatchSize, "field.tooMany")
    .test(
      "length",
      "field.tooMany",
      (completed, { parent }) => (completed?.length ?? 0) <= (parent.names?.length ?? 0),
    ),
});

export const updateSubtaskSchema = object({
  name: name().min(1, "subtask.nameRequired"),
  ...facts,
  /** 0 and 1 are accepted as well. */
  completed: boolean(),
  version: number().integer("field.number").typeError("field.number"),
});
