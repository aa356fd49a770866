import { maxFieldsPerProject, maxOptions } from "../../../shared/work/fields/fields.schema";
import { maxTags } from "../projects/tags.limits";
import { cardListLimits } from "../tasks/card-lists.limits";
import { maxBlockers } from "../tasks/tasks.dependency-cycles";
import { cleanBoard } from "./clean-board";
import type { ImportedCard, ImportedField } from "./imported-board";
import { emptyBoard } from "./listed-boards";

const card = (id: string, lists: Partial<ImportedCard>) =>
  ({
    id,
    title: id,
    description: null,
    subtasks: [],
    comments: [],
    values: new Map(),
    tagIds: [],
    personIds: [],
    blockerIds: [],
    ...lists,
  }) as unknown as ImportedCard;

const field = (id: string, options: ImportedField["options"] = []): ImportedField => ({
  id,
  title: id,
  kind: options.length > 0 ? "choice" : "text",
  options,
});

const idsOf = (name: string, count: number) => Array.from({ length: count }, (_, at) => `${name}${at}`);

test.each([
  ["dependencies", "blockerIds", maxBlockers],
  ["assignees", "personIds", cardListLimits.users],
  ["tags", "tagIds", cardListLimits.tags],
] as const)("keeps as many %s as a project can have, each once, and counts the others", (_, list, limit) => {
  const board = cleanBoard({
    ...emptyBoard("table", "Board"),
    cards: [card("a", { [list]: ["x", "x", ...idsOf("b", limit - 1)] }), card("b", { [list]: ["y", "z"] })],
  });
  expect(board.cards.map((own) => own[list].length)).toEqual([limit, 0]);
  expect(board.losses).toEqual([{ code: "tooMany", name: null, count: 2 }]);
});

test("keeps as many tags as a project can have", () => {
  const tags = idsOf("t", maxTags + 3).map((id) => ({ id, name: id, color: "blue" as const }));
  const board = cleanBoard({ ...emptyBoard("table", "Board"), tags });
  expect(board.tags).toEqual(tags.slice(0, maxTags));
  expect(board.losses).toEqual([{ code: "tooMany", name: null, count: 3 }]);
});

test("keeps as many options as a field can have, and all deleted ones", () => {
  const options = idsOf("o", maxOptions + 2).map((id) => ({ id, title: id, color: "blue" as const }));
  const deletedOptions = [{ id: "d", title: "d", color: "blue" as const, isDeleted: true }];
  const board = cleanBoard({
    ...emptyBoard("table", "Board"),
    fields: [field("Size", [...options, ...deletedOptions])],
  });
  expect(board.fields[0]?.options).toEqual([...options.slice(0, maxOptions), ...deletedOptions]);
  expect(board.losses).toEqual([{ code: "tooMany", name: "Size", count: 2 }]);
});

test("keeps as many fields as a project can have, and counts the values of the others", () => {
  const ids = idsOf("f", maxFieldsPerProject + 1);
  const board = cleanBoard({
    ...emptyBoard("table", "Board"),
    fields: ids.map((id) => field(id)),
    cards: [card("a", { values: new Map(ids.map((id) => [id, "value"])) })],
  });
  expect([board.fields.length, board.cards[0]?.values.size]).toEqual([maxFieldsPerProject, maxFieldsPerProject]);
  expect(board.losses).toEqual([{ code: "unread", name: `f${maxFieldsPerProject}`, count: 1 }]);
});
