import { array, type InferType, object } from "yup";
import { reply } from "../../kernel/fields";
import { personReply } from "../../kernel/person-reply";
import { recordCalls, recordShape, restPaths } from "../../kernel/records";
import { groupSchema, groupSorts, maxGroups } from "./groups.schema";

export const groupRecordReply = object({
  ...recordShape,
  title: reply.text(),
  /** Members sorted by name, including users who left the organization until they are removed from the group. */
  users: array(personReply).required(),
  project_count: reply.number(),
});
export type GroupRecord = InferType<typeof groupRecordReply>;

export const {
  list: listGroups,
  select: selectGroups,
  single: readGroup,
  create: createGroup,
  update: updateGroup,
  remove: deleteGroup,
} = recordCalls({
  noun: "group",
  limit: maxGroups,
  paths: restPaths("/groups"),
  sorts: groupSorts,
  body: groupSchema,
  reply: groupRecordReply,
  single: groupRecordReply,
  choice: object({ id: reply.id(), title: reply.text() }),
  example: { title: "Night crew", users: [1] },
  details: {
    list: { summary: "Lists groups by title, with their members." },
    select: { permission: ["group-list", "project-create", "project-edit"] },
    update: {
      summary: "Updates a group. Added members get access to its projects, removed members lose it.",
      expensive: true,
      example: { body: { title: "Night crew" } },
    },
    remove: { summary: "Deletes a group without projects and tasks; otherwise the response lists them." },
  },
});
