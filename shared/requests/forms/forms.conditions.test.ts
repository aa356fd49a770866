import {
  areConditionsMet,
  isConditionMet,
  isAnswerEmpty,
  operatorNeedsValue,
  conditionOpsOf,
  shownFields,
} from "./forms.conditions.rules";
import { type AnswerKind, type ConditionOp, newField } from "./forms.definition";

/** For each kind, the condition's value and answers below, equal to and above it. */
const range = (from: string, to: string) => ({ from, to });
const amount = (text: string) => ({ amount: text, currency: "EUR" });
const sizes: [kind: AnswerKind, value: string, less: unknown, same: unknown, more: unknown][] = [
  ["number", "10", "9.99", "10.0", "10.01"],
  ["number", "-1", "-2", "-1", "0"],
  ["money", "9", amount("8.99"), amount("9.00"), amount("10")],
  ["date", "2027-02-01", "2027-01-31", "2027-02-01", "2027-02-02"],
  [
    "date_range",
    "2",
    range("2027-01-31", "2027-01-31"),
    range("2027-01-31", "2027-02-01"),
    range("2027-01-31", "2027-02-02"),
  ],
  ["table", "2", [{}], [{}, {}], [{}, {}, {}]],
];

test.each(sizes)("the operators more and less compare a %s with %s", (kind, value, less, same, larger) => {
  const conditionWith = (op: ConditionOp) =>
    [less, same, larger].map((answer) => isConditionMet({ kind }, answer, { field: "f", op, value }));
  expect([conditionWith("less"), conditionWith("more")]).toEqual([
    [true, false, false],
    [false, false, true],
  ]);
  if (!conditionOpsOf(kind).includes("is")) return;
  expect([conditionWith("is"), conditionWith("is_not")]).toEqual([
    [false, true, false],
    [true, false, true],
  ]);
});

const alike: [kind: AnswerKind, value: string, is: unknown, isNot: unknown][] = [
  ["text", " Yes ", "yes", "yes!"],
  ["choice", "a", "a", "A"],
  ["choices", "a", ["b", "a"], ["b"]],
  ["user", "7", 7, 77],
  ["department", "7", "7", "8"],
];

test.each(alike)("the operators is and is_not compare a %s with %j", (kind, value, is, isNot) => {
  const conditionWith = (op: ConditionOp) =>
    [is, isNot, null].map((answer) => isConditionMet({ kind }, answer, { field: "f", op, value }));
  expect([conditionWith("is"), conditionWith("is_not")]).toEqual([
    [true, false, false],
    [false, true, true],
  ]);
});

test("isAnswerEmpty detects empty answers of every type", () => {
  const nothing = [null, undefined, "", [], amount(""), range("", "")];
  expect(nothing.map(isAnswerEmpty)).toEqual(nothing.map(() => true));
  const something = ["0", 0, false, [0], amount("0"), range("2027-01-01", ""), range("", "2027-01-01")];
  expect(something.map(isAnswerEmpty)).toEqual(something.map(() => false));
  const of = (op: ConditionOp, answer: unknown, value = "1") =>
    isConditionMet({ kind: "number" }, answer, { field: "f", op, value });
  expect([of("empty", ""), of("filled", ""), of("empty", "0"), of("filled", "0")]).toEqual([true, false, false, true]);
  expect([of("more", ""), of("less", ""), of("is", ""), of("more", "5", "x"), of("less", "x", "5")]).toEqual([
    false,
    false,
    false,
    false,
    false,
  ]);
  expect((["filled", "empty", "is", "is_not", "more", "less"] as const).map(operatorNeedsValue)).toEqual([
    false,
    false,
    true,
    true,
    true,
    true,
  ]);
});

const textField = (id: string, shown_if: object[] = []) =>
  ({ ...newField("text", id), label: id, shown_if }) as ReturnType<typeof newField>;
const when = (field: string, value: string) => ({ field, op: "is", value });

test("all conditions of a field must be met; hidden fields count as unanswered", () => {
  const fields = [
    textField("a"),
    textField("b", [when("a", "1")]),
    textField("c", [when("a", "1"), when("b", "2")]),
    textField("d", [{ field: "b", op: "empty", value: "" }]),
  ];
  const shownIds = (answers: object) => [...shownFields({ fields }, answers as never)].join("");
  expect(shownIds({ a: "1", b: "2" })).toBe("abc");
  expect(shownIds({ a: "1", b: "x" })).toBe("ab");
  expect(shownIds({ a: "x", b: "2" })).toBe("ad"); // b has an answer although it is hidden
});

test("a condition on a field that is missing or comes later is never met", () => {
  const fields = [textField("a", [when("b", "1")]), textField("b")];
  expect([...shownFields({ fields }, { b: "1" } as never)]).toEqual(["b"]);
  expect(areConditionsMet({ fields }, [when("gone", "1")] as never, { gone: "1" } as never)).toBe(false);
  expect(areConditionsMet({ fields }, [], {})).toBe(true);
  expect(areConditionsMet({ fields }, [when("b", "1")] as never, { b: "1" } as never)).toBe(true);
});

test("a file field is filled if it has at least one file", () => {
  const fields = [{ ...newField("file", "f"), label: "f" }];
  const filled = (files: object) =>
    areConditionsMet({ fields }, [{ field: "f", op: "filled", value: "" }], {}, files as never);
  expect([filled({ f: 1 }), filled({ f: 0 }), filled({})]).toEqual([true, false, false]);
});
