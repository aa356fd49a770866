import fc from "fast-check";
import { checkAnswers, draftAnswers, draftErrors, startingAnswers, withoutRemovedChoices } from "./forms.answers.rules";
import { shownFields } from "./forms.conditions.rules";
import { answerKinds, type FieldCondition, conditionOps, type FormField, newField } from "./forms.definition";

const field = (kind: FormField["kind"], id: string, properties: Partial<FormField> = {}): FormField => ({
  ...newField(kind, id),
  label: id,
  ...properties,
});
const errorsOf = (fields: FormField[], answers: unknown, files = {}) =>
  Object.keys(checkAnswers({ fields }, answers, files).errors).sort();

const columns = [
  { id: "k1", kind: "text" as const, label: "What", required: true, choices: [], translations: {} },
  { id: "k2", kind: "number" as const, label: "How many", required: false, choices: [], translations: {} },
];

describe("invalid answers are rejected at their field", () => {
  test.each([
    ["text", {}, { a: 1 }, ["f1"]],
    ["text", {}, "x".repeat(501), ["f1"]],
    ["text", {}, "\ud800", ["f1"]],
    ["number", {}, "twelve", ["f1"]],
    ["number", {}, "1e5", ["f1"]],
    ["number", { min: "2", max: "5" }, 6, ["f1"]],
    ["number", { min: "2", max: "5" }, "1.99", ["f1"]],
    ["number", { max: "5" }, "5.01", ["f1"]],
    ["number", { max: "5" }, "-7", []], // an empty bound restricts nothing
    ["number", { min: "2" }, "1.99", ["f1"]],
    ["number", { min: "2" }, "99", []],
    ["money", {}, { amount: "1.005", currency: "USD" }, ["f1.amount"]],
    ["money", { currencies: ["KRW"] }, { amount: "0.5", currency: "KRW" }, ["f1.amount"]],
    ["money", {}, { amount: "1" }, ["f1.currency"]],
    ["money", { required: true }, {}, ["f1.amount"]],
    ["date", {}, "2026-02-30", ["f1"]],
    ["date_range", {}, { from: "2026-02-03" }, ["f1.to"]],
    ["date_range", {}, { from: "2026-02-03", to: "2026-02-01" }, ["f1.to"]],
    ["date_range", { required: true }, {}, ["f1.from", "f1.to"]],
    ["choice", {}, "c9", ["f1"]],
    ["choices", {}, ["c1", "c9"], ["f1.1"]],
    ["choices", { required: true }, [], ["f1"]],
    ["user", {}, "Emil", ["f1"]],
    ["table", { columns }, [{ k2: "x" }], ["f1.0.k1", "f1.0.k2"]],
    ["table", { columns }, [null, { k1: " " }, { k2: "x" }], ["f1.2.k1", "f1.2.k2"]], // blank rows keep their positions
    ["table", { columns, required: true }, [{}, { k1: "" }], ["f1"]],
    ["file", { required: true }, undefined, ["f1"]],
  ] as const)("a %s field with %j validates the answer %j", (kind, properties, answer, paths) => {
    expect(errorsOf([field(kind, "f1", properties as never)], { f1: answer })).toEqual(paths);
  });

  test("a required field of any kind reports an error for an empty answer", () => {
    for (const kind of answerKinds) {
      const fields = [field(kind, "f1", { required: true, columns })];
      expect([kind, errorsOf(fields, {}).every((path) => path.startsWith("f1"))]).toEqual([kind, true]);
      expect(errorsOf(fields, {}).length).toBeGreaterThan(0);
      expect(errorsOf([field(kind, "f1", { columns })], {})).toEqual([]);
    }
  });
});

test.each([
  ["3.14159", "field.decimals?most=4"],
  ["1234567890123", "field.atMost?max=999999999999"],
  ["-1234567890123.5", "field.atMost?max=999999999999"],
  ["many", "field.number"],
])("the error of the number %s names the limit", (answer, message) => {
  expect(checkAnswers({ fields: [field("number", "f1")] }, { f1: answer }, {}).errors["f1"]).toEqual([message]);
});

describe("answers of drafts", () => {
  test.each([
    ["text", {}, "x".repeat(501), ["f1"]],
    ["number", { min: "2" }, "twelve", ["f1"]],
    ["number", { min: "2" }, "1", []], // bounds apply when the request is sent
    ["money", {}, { amount: "1.005", currency: "USD" }, ["f1.amount"]],
    ["date_range", {}, { from: "2026-02-03", to: "2026-02-01" }, ["f1.to"]],
    ["choice", {}, "c9", ["f1"]],
    ["table", { columns }, [{}, { k1: "Cable", k2: "x" }, { k2: "3" }], ["f1.1.k2"]],
    ["text", { required: true }, "", []],
  ] as const)("a %s field with %j reports what can't be stored of %j", (kind, properties, answer, paths) => {
    const fields = [field(kind, "f1", properties as never)];
    expect(Object.keys(draftErrors({ fields }, { f1: answer }))).toEqual(paths);
  });

  test("a date range with one day is stored, and reported only on sending", () => {
    const fields = [field("date_range", "f1"), field("date_range", "f2")];
    const answers = { f1: { from: "2026-02-03", to: null }, f2: { to: "2026-02-03" } };
    expect(draftErrors({ fields }, answers)).toEqual({});
    expect(draftAnswers({ fields }, answers)).toEqual(answers);
    expect(errorsOf(fields, answers)).toEqual(["f1.to", "f2.from"]);
  });

  test("an invalid answer to a hidden field is no error", () => {
    const fields = [
      field("file", "f1"),
      field("number", "f2", { shown_if: [{ field: "f1", op: "filled", value: "" }] }),
    ];
    expect(draftErrors({ fields }, { f2: "x" })).toEqual({});
    expect(draftErrors({ fields }, { f2: "x" }, { f1: 1 })).toEqual({ f2: ["field.number"] });
  });
});

test("answers without removed choices keep everything else and can be stored", () => {
  const offered = [{ id: "c1", label: "One", translations: {} }];
  const choiceColumn = { ...columns[0], id: "k3", kind: "choice" as const, choices: offered };
  const fields = [
    field("choices", "f1", { choices: offered }),
    field("choice", "f2", { choices: offered }),
    field("choice", "f3", { choices: offered }),
    field("table", "f4", { columns: [...columns, choiceColumn] as never }),
    field("number", "f5"),
  ];
  const answers = {
    f1: ["c1", "c2"],
    f2: "c2",
    f3: "c1",
    f4: [{ k1: "Cable", k3: "c2" }, { k1: "Plug", k3: "c1" }, null],
    f5: "twelve",
    f6: "of a removed field",
  };
  const remaining = withoutRemovedChoices({ fields }, answers);
  expect(remaining).toEqual({
    ...answers,
    f1: ["c1"],
    f2: "",
    f4: [{ k1: "Cable", k3: "" }, { k1: "Plug", k3: "c1" }, null],
  });
  expect(Object.keys(draftErrors({ fields }, answers))).toEqual(["f1.1", "f2", "f4.0.k3", "f5"]);
  expect(Object.keys(draftErrors({ fields }, remaining))).toEqual(["f5"]);
  expect(withoutRemovedChoices({ fields }, {})).toEqual({});
});

test("valid answers are kept unchanged, empty ones are dropped", () => {
  const fields = [
    field("text", "f1"),
    field("number", "f2"),
    field("money", "f3"),
    field("choices", "f4"),
    field("table", "f5", { columns }),
    field("date_range", "f6"),
    field("file", "f7", { required: true }),
  ];
  const answers = {
    f1: "  Germany ",
    f2: 12.5,
    f3: { amount: "0.10", currency: "usd" },
    f4: ["c2"],
    f5: [{ k1: "Cable", k2: 3 }, {}],
    f6: {},
  };
  const checked = checkAnswers({ fields }, answers, { f7: 1 });
  expect(checked.errors).toEqual({});
  expect(checked.answers).toEqual({
    f1: "Germany",
    f2: "12.5",
    f3: { amount: "0.10", currency: "USD" },
    f4: ["c2"],
    f5: [{ k1: "Cable", k2: "3" }],
  });
});

describe("shown_if conditions", () => {
  const when = (...shown_if: FieldCondition[]) => ({ shown_if });
  const shownIds = (fields: FormField[], answers: object, files = {}) => [
    ...shownFields({ fields }, answers as never, files),
  ];

  test.each([
    ["text", "is", " germany", "Germany", true],
    ["text", "is_not", "Germany", "", true],
    ["number", "more", "5", "5.01", true],
    ["number", "less", "5", "", false],
    ["money", "more", "500", { amount: "500.01", currency: "USD" }, true],
    ["money", "is", "500.00", { amount: "500", currency: "USD" }, true],
    ["date", "less", "2026-02-01", "2026-01-31", true],
    ["date_range", "more", "28", { from: "2026-01-01", to: "2026-01-29" }, true],
    ["date_range", "more", "28", { from: "2026-01-01", to: "2026-01-28" }, false],
    ["choices", "is", "c2", ["c1", "c2"], true],
    ["choices", "is_not", "c2", ["c1", "c2"], false],
    ["user", "is", "7", 7, true],
    ["table", "more", "1", [{}, {}], true],
    ["text", "empty", "", "", true],
    ["text", "filled", "", "x", true],
    ["number", "more", "many", "5", false],
  ] as const)("a condition on a %s field (%s %s) with the answer %j is met: %s", (kind, op, value, answer, holds) => {
    const fields = [field(kind, "f1"), field("text", "f2", when({ field: "f1", op, value }))];
    expect(shownIds(fields, { f1: answer })).toEqual(holds ? ["f1", "f2"] : ["f1"]);
  });

  test("a hidden field counts as unanswered and hides its dependents", () => {
    const fields = [
      field("choice", "f1"),
      field("text", "f2", when({ field: "f1", op: "is", value: "c1" })),
      field("text", "f3", when({ field: "f2", op: "filled", value: "" })),
    ];
    expect(shownIds(fields, { f1: "c1", f2: "x" })).toEqual(["f1", "f2", "f3"]);
    expect(shownIds(fields, { f1: "c2", f2: "x" })).toEqual(["f1"]);
    expect(checkAnswers({ fields }, { f1: "c2", f2: "x", f3: "y" }).answers).toEqual({ f1: "c2" });
    expect(draftAnswers({ fields }, { f1: "c2", f2: "x", f3: "y" })).toEqual({ f1: "c2", f2: "x", f3: "y" });
  });

  test("a condition on a later or missing field is never met", () => {
    const fields = [field("text", "f1", when({ field: "f2", op: "empty", value: "" })), field("text", "f2")];
    expect(shownIds(fields, {})).toEqual(["f2"]);
  });

  test("a file field with a file counts as filled", () => {
    const fields = [field("file", "f1"), field("text", "f2", when({ field: "f1", op: "filled", value: "" }))];
    expect(shownIds(fields, {}, { f1: 1 })).toEqual(["f1", "f2"]);
  });
});

const anyField = (id: string, above: number): fc.Arbitrary<FormField> =>
  fc
    .record({
      kind: fc.constantFrom(...answerKinds),
      required: fc.boolean(),
      shown_if: fc.array(
        fc.record({
          field: fc.integer({ min: 0, max: above + 1 }).map((at) => `f${at}`),
          op: fc.constantFrom(...conditionOps),
          value: fc.constantFrom("", "c1", "5", "2026-01-01", "x"),
        }),
        { maxLength: 2 },
      ),
    })
    .map(({ kind, ...more }) => field(kind, id, { ...more, columns }));
const anyFields = fc
  .integer({ min: 1, max: 8 })
  .chain((count) => fc.tuple(...Array.from({ length: count }, (_, at) => anyField(`f${at}`, at))));
const anyAnswer = fc.oneof(
  fc.constantFrom("c1", "c2", "5", 7, "2026-01-01", ["c1"], { amount: "5", currency: "USD" }, [{ k1: "x" }], null),
  fc.constant({ from: "2026-01-01", to: "2026-01-09" }),
  fc.anything(),
);
const anyAnswers = fc
  .array(anyAnswer, { minLength: 8, maxLength: 8 })
  .map((list) => Object.fromEntries(list.map((one, at) => [`f${at}`, one])));

test("checkAnswers accepts any input to any form, and its result is stable", () => {
  fc.assert(
    fc.property(anyFields, anyAnswers, (fields, answers) => {
      const first = checkAnswers({ fields }, answers);
      for (const path of Object.keys(first.errors)) expect(first.shown.has(path.split(".")[0] as string)).toBe(true);
      for (const id of Object.keys(first.answers)) expect(first.shown.has(id)).toBe(true);
      const again = checkAnswers({ fields }, first.answers);
      expect(again.answers).toEqual(first.answers);
      expect([...again.shown]).toEqual([...first.shown]);
      if (Object.keys(first.errors).length === 0) expect(again.errors).toEqual({});
      expect(draftAnswers({ fields }, draftAnswers({ fields }, answers))).toEqual(draftAnswers({ fields }, answers));
      expect(JSON.parse(JSON.stringify(first.answers))).toEqual(first.answers);
      const stored = draftAnswers({ fields }, answers);
      expect(draftErrors({ fields }, stored)).toEqual({});
    }),
    { numRuns: 500 },
  );
});

test("a new form starts with its valid default values", () => {
  const fields = [field("choice", "f1", { default: "c2" }), field("number", "f2", { default: "lots" })];
  expect(startingAnswers({ fields })).toEqual({ f1: "c2" });
});

test("single-line answers lose line breaks, also in tables; long texts keep them", () => {
  const fields = [field("text", "f1"), field("long_text", "f2"), field("table", "f3", { columns })];
  const pasted = { f1: "One\r\ntwo", f2: "One\ntwo", f3: [{ k1: "One\ttwo\u2028three", k2: "1" }] };
  const { answers, errors } = checkAnswers({ fields }, pasted, {});
  expect(errors).toEqual({});
  expect(answers).toMatchObject({ f1: "One two", f2: "One\ntwo", f3: [{ k1: "One two three" }] });
  expect(draftAnswers({ fields }, pasted)["f1"]).toBe("One two");
});
