import { optionOf, projectFieldOf } from "../../../../tests/support/project-field";
import { nameBeforeCaret, parseTitle, type TitleContext, valuesOf } from "./title-parts";

const options = [optionOf(1, "Early"), optionOf(2, "Very late"), optionOf(3, "Night", true)];
const person = (id: number, fullname: string, uniqueName = fullname) => ({ id, fullname, uniqueName });
const context: TitleContext = {
  people: [person(1, "Dara Karim"), person(2, "Dara Aziz"), person(3, "Noor Saleh"), person(4, "ڕێزان کەریم")],
  tags: [
    { id: 7, name: "Design" },
    { id: 8, name: "Design review" },
  ],
  priorities: [
    { value: "high", names: ["عالية", "High"] },
    { value: "medium", names: ["متوسطة", "Medium"] },
    { value: "low", names: ["منخفضة", "Low"] },
  ],
  // Thursday, November 26, 2026
  notation: {
    today: "2026-11-26",
    months: [],
    dayFirst: true,
    yearFirst: false,
    weekdays: [],
    week: { first: 1, weekend: [0, 6] },
  },
  fields: [
    projectFieldOf(21, "number", { title: "Size", decimals: 1 }),
    projectFieldOf(22, "text", { title: "Cost centre", max_length: 10 }),
    projectFieldOf(23, "day", { title: "Delivery" }),
    projectFieldOf(24, "flag", { title: "Approved" }),
    projectFieldOf(25, "choice", { title: "Shift", options }),
    projectFieldOf(26, "choices", { title: "Shifts", options }),
    projectFieldOf(27, "person", { title: "Buyer" }),
    projectFieldOf(28, "link", { title: "Offer" }),
  ],
  separators: { decimal: ",", group: "." },
  flags: [
    { value: true, names: ["yes", "ja"] },
    { value: false, names: ["no", "nein"] },
  ],
};
const read = (typed: string, literal?: string[]) => {
  const { title, parts } = parseTitle(typed, context, literal);
  return { title, parts: parts.map((part) => [part.text, "id" in part ? part.id : part.value]) };
};

test("parseTitle leaves a name that two people have in the title", () => {
  const people = [...context.people, person(9, "noor  saleh")];
  const { title, parts } = parseTitle("Order @Noor Saleh and @Dara Aziz", { ...context, people });
  expect([title, parts.map((part) => "id" in part && part.id)]).toEqual(["Order @Noor Saleh and", [2]]);
});

test("parseTitle identifies a namesake by the unique name", () => {
  const people = [person(3, "Noor Saleh", "Noor Saleh, Driver"), person(9, "Noor Saleh", "Noor Saleh, Head of Sales")];
  const { title, parts } = parseTitle("Call @Noor Saleh, Head of Sales back", { ...context, people });
  expect([title, valuesOf(parts)]).toEqual(["Call back", { user_ids: [9] }]);
});

test("parseTitle reads one person for a record with a single assignee", () => {
  const { title, parts } = parseTitle("Call @noor @Dara Aziz", { ...context, singlePerson: true });
  expect([title, valuesOf(parts)]).toEqual(["Call @noor", { user_ids: [2] }]);
});

test("valuesOf returns only values that the title contains", () => {
  const values = (typed: string) => valuesOf(parseTitle(typed, context).parts);
  expect(values("Order cups")).toEqual({});
  expect(values("Order cups @noor @noor #design !low tomorrow")).toEqual({
    user_ids: [3],
    tag_ids: [7],
    priority: "low",
    due_date: "2026-11-27",
  });
});

test("parseTitle reads a person, a priority and a day", () => {
  expect(read("Order cups @noor !high next friday")).toEqual({
    title: "Order cups",
    parts: [
      ["@noor", 3],
      ["!high", "high"],
      ["next friday", "2026-12-04"],
    ],
  });
});

test("parseTitle reads an Arabic title", () => {
  expect(read("طلب الأكواب @ریزان !عالية الجمعة القادمة")).toEqual({
    title: "طلب الأكواب",
    parts: [
      ["@ریزان", 4],
      ["!عالية", "high"],
      ["الجمعة القادمة", "2026-12-04"],
    ],
  });
});

test.each([
  ["Ask @Dara Karim about it", "Ask about it", [["@Dara Karim", 1]]],
  ["Ask @Dara about it", "Ask @Dara about it", []],
  ["Ask @noor, please", "Ask, please", [["@noor", 3]]],
  [
    "Cups #design review tomorrow",
    "Cups",
    [
      ["#design review", 8],
      ["tomorrow", "2026-11-27"],
    ],
  ],
  ["Cups #designer", "Cups #designer", []],
  ["Wow! Great!", "Wow! Great!", []],
  ["Use  : or ; as sign ?", "Use  : or ; as sign ?", []],
  ["Call !low !high", "Call !low", [["!high", "high"]]],
  ["friday lunch on monday", "friday lunch", [["on monday", "2026-11-30"]]],
  ["mail@noor.test", "mail@noor.test", []],
])("parseTitle reads %j", (typed, title, parts) => {
  expect(read(typed)).toEqual({ title, parts });
});

test("parseTitle keeps a part as text when the user wants it", () => {
  expect(read("Plan next Friday @noor", ["next friday"])).toEqual({ title: "Plan next Friday", parts: [["@noor", 3]] });
});

test("nameBeforeCaret returns the name that is being typed", () => {
  expect(nameBeforeCaret("Ask @da about", 7, [])).toEqual({ kind: "person", query: "da", start: 4 });
  expect(nameBeforeCaret("Ask #", 5, [])).toEqual({ kind: "tag", query: "", start: 4 });
  expect(nameBeforeCaret("mail@da", 7, [])).toBeNull();
  expect(nameBeforeCaret("Ask @Dara ", 10, [])).toBeNull();
});

describe("values of a project's fields", () => {
  test.each([
    "weight:2",
    "size:big",
    "size:1,25",
    "size:",
    ":2",
    "cost-centre:12345678901",
    "shift:night",
    "shifts:early,night",
    "approved:maybe",
    "buyer:dara",
    "delivery:soon",
    "offer:somewhere",
  ])("parseTitle leaves %s in the title", (word) => {
    expect(read(`Order ${word}`)).toEqual({ title: `Order ${word}`, parts: [] });
  });

  test.each([
    ["size:2", 2],
    ["SIZE：2,5", 2.5],
    ["cost-centre:4711", "4711"],
    ["delivery:2026-12-24", "2026-12-24"],
    ["delivery:next-friday", "2026-12-04"],
    ["approved:ja", true],
    ["approved:No", false],
    ["shift:very-late", 2],
    ["shifts:early,very-late", [1, 2]],
    ["buyer:noor-saleh", 3],
    ["buyer:noor", 3],
    ["offer:https://a.example/x", "https://a.example/x"],
  ])("parseTitle reads %s", (word, value) => {
    expect(read(`Order ${word}, cups`)).toEqual({ title: "Order, cups", parts: [[word, value]] });
  });

  test("the last value of a field counts, and values of other fields stay", () => {
    const { title, parts } = parseTitle("Cups size:1 shift:early size:2", context);
    expect([title, valuesOf(parts)]).toEqual(["Cups size:1", { field_values: { 21: 2, 25: 1 } }]);
    expect(parseTitle("Cups size:2", context, ["size:2"]).parts).toEqual([]);
  });

  test("the value typed after the name of a field is found", () => {
    const [shifts] = context.fields.filter(({ id }) => id === 26);
    expect(nameBeforeCaret("Cups shifts:early,ve", 20, context.fields)).toEqual({
      kind: "field",
      field: shifts,
      query: "ve",
      start: 17,
    });
    expect(nameBeforeCaret("Cups weight:ve", 14, context.fields)).toBeNull();
    expect(nameBeforeCaret("Cups shift:early ", 17, context.fields)).toBeNull();
  });
});
