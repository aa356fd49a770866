import { type BoardTargets, digestOf } from "./card-values";
import type { ImportedBoard } from "./imported-board";

/** Ids of the project's records by id of the source, stored with each import. People are digests, because their ids can be addresses. */
export interface RecordIds {
  columns: Record<string, number>;
  tags: Record<string, number>;
  fields: Record<string, { id: number; options: Record<string, number> }>;
  /** All people of the file; null for those who stayed names. */
  users: Record<string, number | null>;
}

export function recordIdsOf({ columnIds, tagIds, fields, users }: BoardTargets, { people }: ImportedBoard): RecordIds {
  return {
    columns: Object.fromEntries(columnIds),
    tags: Object.fromEntries(tagIds),
    fields: Object.fromEntries(
      [...fields].map(([source, { id, optionIds }]) => [source, { id, options: Object.fromEntries(optionIds) }]),
    ),
    users: Object.fromEntries(people.map(({ id }) => [digestOf(id), users.get(id) ?? null])),
  };
}
