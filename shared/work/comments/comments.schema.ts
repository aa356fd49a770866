import { object } from "yup";
import { boolean, number, string } from "../../kernel/schemas";
import { idField, richTextField } from "../../kernel/fields";

/** A small fixed set, to keep reactions readable. */
export const reactionEmoji = ["like", "heart", "laugh", "celebrate", "eyes", "done"] as const;
export type ReactionEmoji = (typeof reactionEmoji)[number];

export const maxCommentLength = 20_000;
const text = () => richTextField(maxCommentLength).required("field.required");

export const createCommentSchema = object({ task_id: idField("task").required("field.required"), comment: text() });

export const updateCommentSchema = object({
  comment: text(),
  version: number().integer("field.number").typeError("field.number"),
});

export const reactionSchema = object({
  emoji: string()
    .oneOf([...reactionEmoji], "field.oneOf")
    .required("field.required"),
  on: boolean().typeError("field.boolean").default(true),
});
