import { array, object } from "yup";
import { boolean } from "../../kernel/schemas";
import { endpoint } from "../../kernel/endpoint";
import { dataReply, pathId } from "../../kernel/fields";
import { personReply } from "../../kernel/person-reply";

/**
 * Creators, assignees and commenters watch a task automatically. Users who stopped watching watch it again only after a new assignment or
 * comment. Groups do not watch tasks, as their members change.
 */
export const watchTask = endpoint({
  method: "PUT",
  path: "/task/:id/watch",
  scope: "task-edit",
  summary: "Starts or stops watching a visible task, for the caller.",
  params: object({ id: pathId("task") }),
  body: object({ watching: boolean().required("field.required") }),
  reply: dataReply(object({ watching: boolean().required(), watchers: array(personReply).required() })),
  example: { body: { watching: true } },
});
