import { object, string } from "yup";
import { lineField, textField } from "../../../shared/kernel/fields";
import { maxTitleLength } from "../../../shared/work/tasks/tasks.fields";
import { isTooLong, maxLengthOf } from "./length";

test.each([
  ["a".repeat(255), false],
  ["a".repeat(256), true],
  [` ${"a".repeat(255)} `, false],
])("spaces at the ends don't count: %#", (typed, tooLong) => {
  expect(isTooLong(typed, maxTitleLength)).toBe(tooLong);
});

test.each([
  ["name", 60],
  ["note", 2000],
  ["free", null],
  ["unknown", null],
])("the limit of %s is read from the schema", (path, limit) => {
  const schema = object({ name: lineField(60).required(), note: textField(2000).nullable(), free: string() });
  expect(maxLengthOf(schema, path)).toBe(limit);
  expect(maxLengthOf(schema, path)).toBe(limit);
});
