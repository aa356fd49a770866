import { array, object } from "yup";
import { endpoint } from "../kernel/endpoint";
import { dataReply, pathId, reply } from "../kernel/fields";
import { string } from "../kernel/schemas";
import { type FieldReaders, fieldReaders, historyTypes } from "./people.fields";
import { personReply } from "./people.contract";

/** Which fields of a person have a history; `dotted`: whom they report to beside their manager. */
export const historyFields = [
  "position",
  "department",
  "parent",
  "dotted",
  "contract_type",
  "role",
  "location",
  "salary",
] as const satisfies readonly (keyof typeof fieldReaders | "dotted")[];
export type HistoryField = (typeof historyFields)[number];

/** Who reads a change reads the field. */
export const historyReaders = (field: HistoryField): FieldReaders =>
  field === "dotted" ? "chart" : fieldReaders[field];

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

export const userHistory = endpoint({
  method: "GET",
  path: "/user/:id/history",
  summary:
    "What changed in somebody's employment, the latest first: of each change the fields that the caller may read.",
  permission: "user-view",
  params: object({ id: pathId("user") }),
  reply: dataReply(array(entryReply).required()),
});
