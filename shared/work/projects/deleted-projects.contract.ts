import { array, type InferType, object } from "yup";
import { endpoint } from "../../kernel/endpoint";
import { dataReply, deletedReply, pageMeta, pathId, reply, wholeNumber } from "../../kernel/fields";
import { personReply } from "../../kernel/person-reply";
import { boolean, string } from "../../kernel/schemas";

export const deletedProjectReply = object({
  id: reply.id(),
  /** The id that the project had and has again after it was restored. */
  record_id: reply.id(),
  code: reply.text(),
  title: reply.text(),
  deleted_at: reply.text(),
  /** Null if the user no longer exists. */
  deleted_by: personReply.nullable().defined(),
  /** When the project is deleted for good. */
  purge_at: reply.text(),
});
export type DeletedProject = InferType<typeof deletedProjectReply>;

export const listDeletedProjects = endpoint({
  method: "GET",
  path: "/bin/projects",
  scope: "project-view",
  summary: "Lists the deleted projects that the caller may restore, last deleted first.",
  query: object({ page: wholeNumber(1, 100_000), per_page: wholeNumber(1, 200) }),
  reply: object({ message: string(), data: array(deletedProjectReply).required(), meta: pageMeta }),
});

const projectInBin = object({ id: pathId("deletedProject") });

export const restoreDeletedProject = endpoint({
  method: "POST",
  path: "/bin/projects/:id/restore",
  scope: "project-delete",
  summary: "Restores a deleted project with everything in it. The id is the project's.",
  params: projectInBin,
  reply: dataReply(
    object({
      id: reply.id(),
      code: reply.text(),
      /** Whether another project has the former code, so that this one has a new code. */
      has_new_code: boolean().required(),
      /** Number of time entries that were left out, because their week was submitted or their day is full. */
      omitted_time_entry_count: reply.number(),
    }),
  ),
  problems: ["plan_limit_reached", "request.invalid"],
});

export const purgeDeletedProject = endpoint({
  method: "DELETE",
  path: "/bin/projects/:id",
  scope: "project-delete",
  summary: "Deletes a project in the bin for good, with its files. The id is the project's.",
  params: projectInBin,
  reply: deletedReply,
});
