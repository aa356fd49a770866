import { optionOf, projectFieldOf } from "../../../../tests/support/project-field";
import type { Board } from "../../../../shared/work/tasks/tasks.board";
import type { BoardTask } from "../../../../shared/work/tasks/tasks.contract";
import { withFieldKinds } from "../../../../shared/work/fields/field-values.rules";
import { laneOf, taskChangeForLane, withFieldKindOfLane } from "./board.lanes";
import {
  groupFieldKeysOf,
  groupFieldOf,
  groupFieldValues,
  orderValueKeys,
  valueKeyOf,
  valueOfKey,
} from "./field-groups";

const fields = [
  projectFieldOf(1, "choice", { options: [optionOf(9, "Large"), optionOf(4, "Old", true), optionOf(6, "Small")] }),
  projectFieldOf(2, "flag"),
  projectFieldOf(3, "person"),
  projectFieldOf(4, "text"),
];
const board = { fields, users: { 5: { id: 5, fullname: "Zoe" }, 7: { id: 7, fullname: "Ada" } } } as unknown as Board;
const taskWith = (field_values: BoardTask["field_values"]) => ({ id: 1, field_values }) as BoardTask;
const compare = (a: string, b: string) => (a < b ? -1 : 1);
const orderOf = (id: number, ...present: string[]) => orderValueKeys(board, `field_${id}`, new Set(present), compare);

test("tasks can be grouped only by existing fields with few values", () => {
  expect(groupFieldKeysOf(fields)).toEqual(["field_1", "field_2", "field_3"]);
  expect(["field_1", "field_4", "field_99", "priority", null].map((name) => groupFieldOf(name, fields))).toEqual([
    "field_1",
    null,
    null,
    null,
    null,
  ]);
});

test("a deleted option or a former member can't be the value of a new task", () => {
  expect(groupFieldValues(board, "field_1", 4)).toBeNull();
  expect(groupFieldValues(board, "field_3", 99)).toBeNull();
  expect(groupFieldValues(board, "field_1", 6)).toEqual({ 1: 6 });
  expect(groupFieldValues(board, "field_2", false)).toEqual({ 2: false });
  expect(groupFieldValues(board, "field_3", null)).toEqual({});
});

test("groups follow the order of the options or names, with tasks without a value last", () => {
  expect(orderOf(1)).toEqual(["9", "6", "none"]);
  expect(orderOf(1, "none", "4", "6")).toEqual(["9", "6", "4", "none"]);
  expect(orderOf(2, "false")).toEqual(["true", "false", "none"]);
  expect(orderOf(3, "99")).toEqual(["7", "5", "99", "none"]);
});

test("the key of a task's group is read as its value", () => {
  for (const value of [9, true, false]) expect(valueOfKey(valueKeyOf(taskWith({ 1: value }), "field_1"))).toBe(value);
  expect(valueOfKey(valueKeyOf(taskWith({}), "field_1"))).toBeNull();
});

test("a move to another lane sets the value, and one to the last lane removes it", () => {
  const task = taskWith({ 1: 9 });
  const go = (to: string) => taskChangeForLane(task, { kind: "field_1", from: laneOf(task, "field_1"), to });
  expect(go("9")).toEqual({});
  expect(go("6")).toEqual({ field_values: { 1: 6 } });
  expect(go("none")).toEqual({ field_values: { 1: null } });
});

test("a move to another lane says for which kind of the field the value is", () => {
  const move = withFieldKindOfLane({ kind: "field_1", from: "9", to: "6" }, board);
  const change = { field_values: { 1: 6 }, field_kinds: { 1: "choice" } };
  expect(taskChangeForLane(taskWith({ 1: 9 }), move)).toEqual(change);
  expect(withFieldKindOfLane({ kind: "priority", from: "low", to: "high" }, board)).not.toHaveProperty("fieldKind");
});

test("a repeated change keeps the kinds for which its values were entered", () => {
  const change = withFieldKinds({ field_values: { 1: 6 } }, [{ id: 1, kind: "choice" }]);
  expect(change).toEqual({ field_values: { 1: 6 }, field_kinds: { 1: "choice" } });
  expect(withFieldKinds(change, [{ id: 1, kind: "number" }])).toEqual(change);
  expect(withFieldKinds({}, board.fields)).toEqual({});
});
