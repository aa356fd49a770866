import { array, object } from "yup";
import { boolean } from "../kernel/schemas";
import { endpoint } from "../kernel/endpoint";
import { dataReply, pathId } from "../kernel/fields";
import { personReply } from "../people/people.contract";

/**
 * Who makes, gets or comments on a task watches it from then on. Who stops watching is left alone until they are
 * assigned or comment anew. Groups don't watch: their people come and go.
 */
export const watchTask = endpoint({
  method: "PUT",
  path: "/task/:id/watch",
  scope: "task-edit",
  summary: "Watches a task, or stops it: for oneself, on every task that one may see.",
  params: object({ id: pathId("task") }),
  body: object({ watching: boolean().required("field.required") }),
  reply: dataReply(object({ watching: boolean().required(), watchers: array(personReply).required() })),
  example: { body: { watching: true } },
});
