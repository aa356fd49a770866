import { maxFieldsPerProject, maxOptions, maxOptionTitleLength } from "../../../shared/work/fields/fields.schema";
import type { Translate } from "../../platform/text";
import type { ImportedBoard, ImportedCard, ImportedField, ImportedValue, LossCounter } from "./imported-board";
import { toneAt } from "./tones";

const roles = [
  { id: "others:assignee", title: "projectImport.assignee", idsOf: ({ personIds }: ImportedCard) => personIds },
  {
    id: "others:reporter",
    title: "projectImport.reporter",
    idsOf: ({ reporterId }: ImportedCard) => (reporterId === null ? [] : [reporterId]),
  },
] as const;

/**
 * Adds a field with the names of the assignees who are no users here, and one for reporters, so that the board can still be grouped and
 * filtered by them.
 * @param users users by person of the source
 */
export function addNamesOfOthers(
  board: ImportedBoard,
  users: ReadonlyMap<string, number>,
  text: Translate,
  losses: LossCounter,
): ImportedBoard {
  const people = new Map(board.people.map((person) => [person.id, person]));
  let { fields, cards } = board;
  for (const { id, title, idsOf } of roles) {
    const namesOf = (card: ImportedCard) => [
      ...new Set(idsOf(card).flatMap((person) => (users.has(person) ? [] : (people.get(person)?.name ?? [])))),
    ];
    const lists = cards.map(namesOf);
    const count = lists.filter(({ length }) => length > 0).length;
    if (count === 0) continue;
    if (fields.length >= maxFieldsPerProject) {
      losses.add("unread", text(title), count);
      continue;
    }
    const field = fieldOfNames(id, text(title), new Set(lists.flat()));
    fields = [...fields, field];
    cards = cards.map((card, at) => withNames(card, field, lists[at] ?? []));
  }
  return { ...board, fields, cards };
}

function fieldOfNames(id: string, title: string, names: ReadonlySet<string>): ImportedField {
  const areOptions = names.size <= maxOptions && [...names].every(({ length }) => length <= maxOptionTitleLength);
  if (!areOptions) return { id, title, kind: "text", options: [] };
  const options = [...names].toSorted().map((name, at) => ({ id: name, title: name, color: toneAt(at) }));
  return { id, title, kind: "choices", options };
}

function withNames(card: ImportedCard, { id, kind }: ImportedField, names: string[]): ImportedCard {
  if (names.length === 0) return card;
  const value: ImportedValue = kind === "choices" ? names : names.join(", ");
  return { ...card, values: new Map([...card.values, [id, value]]) };
}
