import { optionOf, projectFieldOf } from "../../../../../tests/support/project-field";
import type { FieldValue } from "../../../../../shared/work/fields/field-values.rules";
import type { BoardTask } from "../../../../../shared/work/tasks/tasks.contract";
import { type CellContext, cellTextOf, clearingEditOf, editOfText, isClearable } from "./cell-values";

const options = [optionOf(1, "Small"), optionOf(2, "Large"), optionOf(3, "Huge", true)];
const context = {
  board: {
    users: { 5: { id: 5, fullname: "Dara Aziz" }, 7: { id: 7, fullname: "Sam" }, 8: { id: 8, fullname: "Sam" } },
    fields: [
      projectFieldOf(1, "text", { max_length: 8 }),
      projectFieldOf(2, "number", { decimals: 2 }),
      projectFieldOf(3, "day"),
      projectFieldOf(4, "flag"),
      projectFieldOf(5, "choice", { options }),
      projectFieldOf(6, "choices", { options }),
      projectFieldOf(7, "person"),
      projectFieldOf(8, "link"),
    ],
  },
  notation: { today: "2026-11-28", months: [], dayFirst: true, weekdays: [], week: { first: 1, weekend: [0, 6] } },
  separators: { decimal: ",", group: "." },
  flagText: (flag: boolean) => (flag ? "Ja" : "Nein"),
} as unknown as CellContext;

const taskWith = (field_values: Record<number, FieldValue>) => ({ id: 9, field_values }) as unknown as BoardTask;
const filledTask = taskWith({
  1: "4711",
  2: 1.5,
  3: "2026-12-03",
  4: true,
  5: 1,
  6: [1, 2],
  7: 5,
  8: "https://a.example/",
});
const ids = [1, 2, 3, 4, 5, 6, 7, 8];

test.each<[number, string]>([
  [1, "long text over"],
  [2, "many"],
  [2, "1,2345"],
  [3, "soon"],
  [4, "maybe"],
  [5, "Huge"],
  [5, "Small; Large"],
  [6, "Small; Huge"],
  [7, "Sam"],
  [8, "no address"],
  [99, "text"],
])("field %i doesn't accept the pasted text %j", (id, text) => {
  expect(editOfText(`field_${id}`, taskWith({}), text, context)).toBe("wrong");
});

test.each<[number, string, FieldValue | null]>([
  [1, " 4711 ", "4711"],
  [2, "1.234,5", 1234.5],
  [2, "١٢", 12],
  [3, "2026-12-04", "2026-12-04"],
  [4, "nein", false],
  [5, "large", 2],
  [6, "Large, Small", [1, 2]],
  [7, "dara aziz", 5],
  [8, "https://b.example/", "https://b.example/"],
])("field %i reads the pasted text %j", (id, text, value) => {
  expect(editOfText(`field_${id}`, taskWith({}), text, context)).toEqual({ field_values: { [id]: value } });
});

test.each(ids)("the copied value of field %i is pasted as the same value", (id) => {
  const copied = cellTextOf(`field_${id}`, filledTask, context) ?? "";
  expect(copied).not.toBe("");
  expect(editOfText(`field_${id}`, filledTask, copied, context)).toBeNull();
  expect(editOfText(`field_${id}`, taskWith({}), copied, context)).toEqual({
    field_values: { [id]: filledTask.field_values[id] },
  });
});

test.each(ids)("field %i can be cleared, once", (id) => {
  expect(isClearable(`field_${id}`)).toBe(true);
  expect(clearingEditOf(`field_${id}`, filledTask)).toEqual({ field_values: { [id]: null } });
  expect(clearingEditOf(`field_${id}`, taskWith({}))).toBeNull();
  expect(editOfText(`field_${id}`, filledTask, " ", context)).toEqual({ field_values: { [id]: null } });
});
