import type { AnswerKind, FieldCondition, FormDefinition, FormField } from "./forms.definition";
import { emptyDefinition, newField } from "./forms.definition";
import { definitionProblems } from "./forms.problems.rules";

const choice = (id: string, label: string) => ({ id, label, translations: {} });
const field = (id: string, kind: AnswerKind, properties: Partial<FormField> = {}): FormField => ({
  ...newField(kind, id),
  label: id,
  ...properties,
});
const two = [choice("a", "One"), choice("b", "Two")];
const fine = (properties: Partial<FormDefinition> = {}): FormDefinition => ({
  ...emptyDefinition("Form"),
  audience: { everyone: true, role_ids: [], department_ids: [] },
  fields: [field("f1", "text")],
  steps: [],
  ...properties,
});
const problems = (...fields: FormField[]) => definitionProblems(fine({ fields }));

test("a form without a title, an answerable field or an audience is rejected", () => {
  expect(definitionProblems(fine())).toEqual({});
  expect(definitionProblems(fine({ title: "" }))).toEqual({ title: ["field.required"] });
  expect(definitionProblems(fine({ fields: [] }))).toEqual({ fields: ["form.nothingAsked"] });
  const heading = { ...newField("heading", "f1"), label: "Only words" };
  expect(definitionProblems(fine({ fields: [heading] }))).toEqual({ fields: ["form.nothingAsked"] });
  const audience = { everyone: false, role_ids: [], department_ids: [] };
  expect(definitionProblems(fine({ audience }))).toEqual({ audience: ["form.nobody"] });
  expect(definitionProblems(fine({ audience: { ...audience, role_ids: [1] } }))).toEqual({});
  expect(definitionProblems(fine({ audience: { ...audience, department_ids: [1] } }))).toEqual({});
});

test("a field without a label and a money field without a currency are rejected", () => {
  expect(problems(field("f1", "text", { label: "" }))).toEqual({ "fields.0.label": ["field.required"] });
  expect(problems(field("f1", "money", { currencies: [] }))).toEqual({ "fields.0.currencies": ["field.required"] });
  expect(problems(field("f1", "money", { currencies: ["EUR"] }))).toEqual({});
  expect(problems(field("f1", "number", { currencies: [] }))).toEqual({});
});

test.each(["choice", "choices"] as const)(
  "%s fields must have choices with labels that are unique, ignoring case",
  (kind) => {
    const of = (...labels: string[]) =>
      problems(field("f1", kind, { choices: labels.map((label, at) => choice(String(at), label)) }));
    expect(of()).toEqual({ "fields.0.choices": ["form.choicesNeeded"] });
    expect(of("One", "Two")).toEqual({});
    expect(of("", "Two", "")).toEqual({
      "fields.0.choices.0.label": ["field.required"],
      "fields.0.choices.2.label": ["field.required"],
    });
    expect(of("One", "Two", "one")).toEqual({ "fields.0.choices.2.label": ["form.choiceTwice"] });
  },
);

test("only choice fields must have choices, and only tables must have columns", () => {
  expect(problems(field("f1", "text", { choices: [], columns: [] }))).toEqual({});
  const column = (kind: "text" | "choice", label: string, choices = two) => ({
    id: label,
    kind,
    label,
    required: false,
    choices,
    translations: {},
  });
  expect(problems(field("f1", "table", { columns: [] }))).toEqual({ "fields.0.columns": ["form.columnsNeeded"] });
  expect(problems(field("f1", "table", { columns: [column("text", "", []), column("choice", "B", [])] }))).toEqual({
    "fields.0.columns.0.label": ["field.required"],
    "fields.0.columns.1.choices": ["form.choicesNeeded"],
  });
  expect(problems(field("f1", "table", { columns: [column("text", "A", []), column("choice", "B")] }))).toEqual({});
});

test.each([
  ["1", "2", {}],
  ["2", "2", {}],
  ["3", "2", { "fields.0.max": ["form.maxBelowMin"] }],
  ["10", "9", { "fields.0.max": ["form.maxBelowMin"] }],
  ["", "2", {}],
  ["3", "", {}],
])("definitionProblems checks the bounds from %j to %j", (min, max, expectedProblems) => {
  expect(problems(field("f1", "number", { min, max }))).toEqual(expectedProblems);
});

test("a default must be a valid answer", () => {
  expect(problems(field("f1", "number", { default: "12" }))).toEqual({});
  expect(problems(field("f1", "number", { default: "" }))).toEqual({});
  expect(problems(field("f1", "number", { default: "twelve" }))).toEqual({ "fields.0.default": ["form.defaultUnfit"] });
  expect(problems(field("f1", "choice", { choices: two, default: "b" }))).toEqual({});
  expect(problems(field("f1", "choice", { choices: two, default: "c" }))).toEqual({
    "fields.0.default": ["form.defaultUnfit"],
  });
});

const conditions: [said: string, above: FormField, condition: Omit<FieldCondition, "field">, problem: object][] = [
  ["a filter without a required value", field("f1", "text"), { op: "filled", value: "" }, {}],
  ["a filter that lacks its value", field("f1", "text"), { op: "is", value: "" }, { value: ["field.required"] }],
  ["a filter with a value", field("f1", "text"), { op: "is", value: "x" }, {}],
  [
    "an operator that the field doesn't support",
    field("f1", "text"),
    { op: "more", value: "1" },
    { op: ["field.oneOf"] },
  ],
  ["an existing choice", field("f1", "choice", { choices: two }), { op: "is", value: "b" }, {}],
  ["a deleted choice", field("f1", "choice", { choices: two }), { op: "is", value: "c" }, { value: ["field.unknown"] }],
  [
    "several choices, one deleted",
    field("f1", "choices", { choices: two }),
    { op: "is", value: "c" },
    { value: ["field.unknown"] },
  ],
  ["several existing choices", field("f1", "choices", { choices: two }), { op: "is", value: "a" }, {}],
];
test.each(conditions)("conditions of fields and of steps report the same problem: %s", (_, above, rest, problem) => {
  const condition = { field: "f1", ...rest };
  const under = field("f2", "text", { shown_if: [{ field: "f1", op: "filled", value: "" }, condition] });
  const at = (prefix: string) =>
    Object.fromEntries(Object.entries(problem).map(([key, said]) => [`${prefix}.${key}`, said]));
  expect(problems(above, under)).toEqual(at("fields.1.shown_if.1"));
  const steps = [{ by: "manager", only_if: [condition] }] as unknown as FormDefinition["steps"];
  expect(definitionProblems(fine({ fields: [above], steps }))).toEqual(at("steps.0.only_if.0"));
});

test("a condition may refer only to earlier fields", () => {
  const on = (id: string) => [{ field: id, op: "filled", value: "" } as const];
  expect(problems(field("f1", "text", { shown_if: on("f2") }), field("f2", "text", { shown_if: on("f2") }))).toEqual({
    "fields.0.shown_if.0.field": ["form.conditionLater"],
    "fields.1.shown_if.0.field": ["form.conditionLater"],
  });
});

test("a step by role or user without that role or user is rejected", () => {
  const steps = (...all: object[]) => ({
    steps: all.map((one) => ({ only_if: [], ...one })) as unknown as FormDefinition["steps"],
  });
  expect(
    definitionProblems(
      fine(
        steps(
          { by: "role", role_id: null },
          { by: "user", user_id: null },
          { by: "manager" },
          { by: "role", role_id: 3 },
          { by: "user", user_id: 4 },
        ),
      ),
    ),
  ).toEqual({ "steps.0.role_id": ["field.required"], "steps.1.user_id": ["field.required"] });
});
