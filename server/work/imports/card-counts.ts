import type { ImportedCard } from "./imported-board";

type Counts = Map<string, number>;

/** Numbers of cards in each column, with each person and with each field, by id of the source. */
export function countReferences(cards: readonly ImportedCard[]): { columns: Counts; people: Counts; fields: Counts } {
  const counts = { columns: new Map(), people: new Map(), fields: new Map() };
  const add = (map: Counts, id: string | null) => id !== null && map.set(id, (map.get(id) ?? 0) + 1);
  for (const { columnId, personIds, reporterId, subtasks, comments, values } of cards) {
    add(counts.columns, columnId);
    for (const id of personIds) add(counts.people, id);
    add(counts.people, reporterId);
    for (const { personId } of [...subtasks, ...comments]) add(counts.people, personId);
    for (const id of values.keys()) add(counts.fields, id);
  }
  return counts;
}
