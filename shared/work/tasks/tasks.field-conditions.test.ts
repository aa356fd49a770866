import type { ProjectField } from "../fields/fields.contract";
import {
  createConditionMatcher,
  type FilterableTask,
  type FilterContext,
  formatConditions,
  parseConditions,
} from "./tasks.conditions.rules";
import { initialCard } from "./tasks.field-lists";
import { conditionsOf, filterOf } from "./tasks.filter.rules";

const field = (id: number, kind: ProjectField["kind"]): ProjectField => ({
  id,
  title: `Field ${id}`,
  kind,
  max_length: null,
  decimals: null,
  unit: null,
  options: [],
  on_card: false,
  required_column_ids: [],
  former_kinds: [],
  version: 1,
});
const world: FilterContext = {
  today: "2026-11-20",
  me: 5,
  peopleOf: () => [],
  kindOf: () => "doing",
  progressOf: () => undefined,
  fields: [
    field(1, "text"),
    field(2, "number"),
    field(3, "day"),
    field(4, "flag"),
    field(5, "choice"),
    field(6, "choices"),
    field(7, "person"),
  ],
};
const card = (field_values: FilterableTask["field_values"]): FilterableTask => ({
  ...initialCard(),
  key: "WEB-1",
  title: "Task",
  task_status_id: 1,
  spent_minutes: 0,
  created_at: "2026-11-15T12:00:00.000Z",
  reporter_id: null,
  field_values,
});
const isMatch = (text: string, values: FilterableTask["field_values"]) =>
  createConditionMatcher({ all: parseConditions(text), any: [] }, world)(card(values));

test.each<[string, FilterableTask["field_values"], FilterableTask["field_values"]]>([
  ["field_1.contains:cafe", { 1: "Café Kurdistan" }, { 1: "Tea" }],
  ["field_1.contains:cafe", { 1: "café" }, {}],
  ["field_2.least:10", { 2: 10 }, { 2: 9.5 }],
  ["field_2.most:-1.5", { 2: -2 }, { 2: -1 }],
  ["field_2.most:5", { 2: 5 }, {}],
  ["field_3.between:2026-11-01,2026-11-30", { 3: "2026-11-30" }, { 3: "2026-12-01" }],
  ["field_3.today", { 3: "2026-11-20" }, {}],
  ["field_4.is:false", { 4: false }, {}],
  ["field_4.is:true", { 4: true }, { 4: false }],
  ["field_5.is:8,9", { 5: 9 }, { 5: 7 }],
  ["field_5.not:8", {}, { 5: 8 }],
  ["field_6.is:8", { 6: [7, 8] }, { 6: [7] }],
  ["field_6.not:8", { 6: [7] }, { 6: [7, 8] }],
  ["field_7.is:-1", { 7: 5 }, { 7: 6 }],
  ["field_7.empty", {}, { 7: 6 }],
  ["field_4.filled", { 4: false }, {}],
])("%s matches %p and not %p", (text, matching, other) => {
  expect([isMatch(text, matching), isMatch(text, other)]).toEqual([true, false]);
});

test("conditions on unknown fields or of another kind match everything", () => {
  for (const text of ["field_99.is:1", "field_99.empty", "field_1.least:3", "field_2.contains:3"])
    expect([text, isMatch(text, { 1: "x" })]).toEqual([text, true]);
});

test.each([
  "field_1.least:many",
  "field_1.contains:",
  "field_1.is:x",
  "field_1.overdue",
  "field_0.empty",
  "field_x.empty",
])("%s is not a condition", (text) => expect(parseConditions(text)).toEqual([]));

test("typed texts may contain the separators of conditions and groups", () => {
  const conditions = [
    { field: "field_1" as const, is: "contains" as const, values: ["a,b;c|d 100%:e"] },
    { field: "field_5" as const, is: "is" as const, values: ["8", "9"] },
  ];
  const text = formatConditions(conditions);
  expect(text).not.toMatch(/\|/);
  expect(parseConditions(text)).toEqual(conditions);
  expect(conditionsOf(filterOf("", { all: conditions, any: [] })).all).toEqual(conditions);
});
