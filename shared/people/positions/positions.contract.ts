import { array, type InferType, object } from "yup";
import { reply } from "../../kernel/fields";
import { personReply } from "../../kernel/person-reply";
import { recordCalls, recordShape, verbPaths } from "../../kernel/records";
import { positionSchema, positionSorts, maxPositions } from "./positions.schema";

export const positionReply = object({
  ...recordShape,
  title: reply.text(),
  description: reply.textOrNull(),
  employee_count: reply.number(),
});
export type Position = InferType<typeof positionReply>;

export const {
  list: listPositions,
  single: singlePosition,
  select: selectPositions,
  create: createPosition,
  update: updatePosition,
  remove: deletePosition,
} = recordCalls({
  noun: "position",
  limit: maxPositions,
  paths: verbPaths("/position"),
  sorts: positionSorts,
  body: positionSchema,
  reply: positionReply,
  single: positionReply.shape({
    people: array(personReply.shape({ department: reply.textOrNull() })).required(),
  }),
  choice: object({ id: reply.id(), title: reply.text() }),
  example: { title: "Night dispatcher", description: "Plans the routes that leave after 22:00." },
  successor: true,
  details: {
    list: { summary: "Lists positions, ten per page by default." },
    single: { summary: "Returns a position with the people who have it." },
    select: { permission: ["position-list", "user-create", "user-edit"] },
    remove: { summary: "Deletes a position. Its holders get `successor_id`; without it, the response lists them." },
  },
});
