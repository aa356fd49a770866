import { nameBeforeCaret, parseTitle, type TitleContext, valuesOf } from "./title-parts";

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
  expect(nameBeforeCaret("Ask @da about", 7)).toEqual({ kind: "person", query: "da", start: 4 });
  expect(nameBeforeCaret("Ask #", 5)).toEqual({ kind: "tag", query: "", start: 4 });
  expect(nameBeforeCaret("mail@da", 7)).toBeNull();
  expect(nameBeforeCaret("Ask @Dara ", 10)).toBeNull();
});
