import { optionsFilter } from "./options-filter";

const option = (label: string) => ({ value: label, label });
const found = (search: string, limit = Number.POSITIVE_INFINITY) =>
  optionsFilter({
    options: [
      { group: "People", items: [option("Piotr Zieliński"), option("أحمد الكردي")] },
      { group: "Teams", items: [option("Łódź")] },
      option("O’Neil Öztürk"),
    ],
    search,
    limit,
  });

test("options are found by words in any order and without accents", () => {
  expect(found("zielinski piotr")).toEqual([{ group: "People", items: [option("Piotr Zieliński")] }]);
  expect(found("الكردي احمد")).toEqual([{ group: "People", items: [option("أحمد الكردي")] }]);
  expect(found("ozturk o'neil")).toEqual([option("O’Neil Öztürk")]);
});

test("groups without a match are omitted and the limit is respected", () => {
  expect(found("lodz")).toEqual([{ group: "Teams", items: [option("Łódź")] }]);
  expect(found("", 1)).toEqual([{ group: "People", items: [option("Piotr Zieliński")] }]);
});
