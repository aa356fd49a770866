import { number, object } from "yup";
import { idField, textField } from "../kernel/fields";

const text = () => textField(20_000).required("field.required");

export const createCommentSchema = object({ task_id: idField("task").required("field.required"), comment: text() });

export const updateCommentSchema = object({
  comment: text(),
  version: number().integer("field.number").typeError("field.number"),
});
