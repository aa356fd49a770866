import { array, object } from "yup";
import { endpoint } from "../../kernel/endpoint";
import { dataReply, pathId, reply } from "../../kernel/fields";
import { string } from "../../kernel/schemas";
import { type FieldReaders, fieldReaders, historyTypes } from "./people.fields";
import { personReply } from "../../kernel/person-reply";

/** Fields whose changes are recorded. `dotted` means additional (dotted-line) managers, `schedule` means weeks as text (`weeksText`). */
export const historyFields = [
  "position",
  "department",
  "parent",
  "dotted",
  "contract_type",
  "role",
  "location",
  "salary",
  "schedule",
] as const satisfies readonly (keyof typeof fieldReaders | "dotted" | "schedule")[];
export type HistoryField = (typeof historyFields)[number];

/** Users who may read a field may also read its history. */
export const historyReaders = (field: HistoryField): FieldReaders =>
  field === "dotted" ? "chart" : field === "schedule" ? "work" : fieldReaders[field];

export const entryTypes = [...historyTypes, "change"] as const;

const entryReply = object({
  id: reply.id(),
  type: string().oneOf(entryTypes).required(),
  effective_on: reply.text(),
  reason: reply.textOrNull(),
  actor: personReply.nullable().defined(),
  fields: array(
    object({
      field: string().oneOf(historyFields).required(),
      before: reply.textOrNull(),
      after: reply.textOrNull(),
    }),
  ).required(),
});

export const listUserHistory = endpoint({
  method: "GET",
  path: "/user/:id/history",
  summary: "Lists the changes of a user's employment, newest first, with the fields the caller may read.",
  permission: "user-view",
  params: object({ id: pathId("user") }),
  reply: dataReply(array(entryReply).required()),
});
