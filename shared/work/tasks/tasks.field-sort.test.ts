import { optionOf, projectFieldOf } from "../../../tests/support/project-field";
import type { FieldValue } from "../fields/field-values.rules";
import type { BoardTask } from "./tasks.contract";
import {
  type BoardSort,
  createTaskComparator,
  parseBoardSort,
  reverseSort,
  type SortContext,
} from "./tasks.sort.rules";

const options = [optionOf(9, "Large"), optionOf(4, "Small", true), optionOf(6, "Medium")];
const world: SortContext = {
  collator: new Intl.Collator("de"),
  userName: (id) => ["", "Zoe", "Ada"][id],
  groupName: () => undefined,
  tagName: () => undefined,
  columnPlace: () => 0,
  fields: [
    projectFieldOf(1, "text"),
    projectFieldOf(2, "number"),
    projectFieldOf(3, "day"),
    projectFieldOf(4, "flag"),
    projectFieldOf(5, "choice", { options }),
    projectFieldOf(6, "choices", { options }),
    projectFieldOf(7, "person"),
    projectFieldOf(8, "link"),
  ],
};
const sortedValues = (id: number, sort: BoardSort, values: readonly (FieldValue | undefined)[]) =>
  values
    .map((value) => ({ field_values: value === undefined ? {} : { [id]: value } }) as unknown as BoardTask)
    .sort(createTaskComparator(sort, world) ?? undefined)
    .map(({ field_values }) => field_values[id]);

test.each<[kind: string, id: number, values: FieldValue[]]>([
  ["text", 1, ["Anna", "Äpfel", "Zug"]],
  ["numbers", 2, [-3, 2, 10]],
  ["days", 3, ["2026-01-31", "2026-02-01"]],
  ["yes and no", 4, [true, false]],
  ["a choice", 5, [9, 4, 6]],
  ["choices", 6, [[9, 6], [4], [6]]],
  ["people", 7, [2, 1]],
  ["links", 8, ["https://a.example", "https://b.example"]],
])("%s are sorted in their order, with empty values last in both directions", (_, id, values) => {
  const shuffled = [undefined, ...values.toReversed()];
  expect(sortedValues(id, `field_${id}`, shuffled)).toEqual([...values, undefined]);
  expect(sortedValues(id, `-field_${id}`, shuffled)).toEqual([...values.toReversed(), undefined]);
});

test("people who have left the project are sorted like empty values", () => {
  expect(sortedValues(7, "-field_7", [8, 1, 2])).toEqual([1, 2, 8]);
});

test("sorting by a field that the project doesn't use keeps the order of the board", () => {
  expect(createTaskComparator("field_99", world)).toBeNull();
});

test("the address of a sort order contains the id of the field", () => {
  expect(["field_12", "-field_12", "field_0", "field_", "--field_1"].map(parseBoardSort)).toEqual([
    "field_12",
    "-field_12",
    null,
    null,
    null,
  ]);
  expect(reverseSort(reverseSort("field_3"))).toBe("field_3");
});
