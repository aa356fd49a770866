import { array, type InferType, object } from "yup";
import { endpoint } from "../../kernel/endpoint";
import { dataReply, pathId, reply } from "../../kernel/fields";
import { personReply } from "../../kernel/person-reply";

/** Maximum number of people who are named. */
export const maxNamedPeople = 10;

const workOfOthersReply = object({
  /** When the project was imported; null for other projects, of which the last 30 days are counted. */
  imported_at: reply.textOrNull(),
  /** Those with the most tasks first. */
  people: array(
    object({
      person: personReply,
      /** Number of tasks that they changed. */
      task_count: reply.number(),
      /** Number of comments that they wrote. */
      comment_count: reply.number(),
    }),
  )
    .max(maxNamedPeople)
    .required(),
  /** Number of people who aren't named. */
  other_people_count: reply.number(),
});
export type WorkOfOthers = InferType<typeof workOfOthersReply>;

export const readWorkOfOthers = endpoint({
  method: "GET",
  path: "/project/:id/work-of-others",
  summary:
    "Returns what others have done in a project since it was imported, or in the last 30 days, for the question before its deletion. Those who may delete the project may read it.",
  params: object({ id: pathId("project") }),
  reply: dataReply(workOfOthersReply),
});
