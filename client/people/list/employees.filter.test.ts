import { filterOf, isFiltered, queryOf } from "./employees.filter";

const read = (text: string, last: string | null = null) => filterOf(new URLSearchParams(text), last);

test("what an address says that can't be is left out", () => {
  const filter = read(
    "state=gone&department_id=-1&contract_type=slave&joined_from=2026-02-30&sort=salary&away=perhaps",
  );
  expect(filter).toEqual(read(""));
  expect(isFiltered(filter)).toBe(false);
});

test("nothing is asked for that isn't filtered by", () => {
  expect(queryOf(read(""))).toEqual({ active: true, sort: "fullname" });
  expect(queryOf(read("state=inactive&q=ab&external=true"))).toEqual({
    active: false,
    q: "ab",
    external: true,
    sort: "fullname",
  });
  expect(queryOf(read("state=leaving&department_id=4"))).toEqual({ leaving: true, department_id: 4, sort: "fullname" });
});

test("the order is that of the address, else the last one", () => {
  expect(read("sort=-position", "department").sort).toBe("-position");
  expect(read("", "department").sort).toBe("department");
  expect(read("", "salary").sort).toBe("fullname");
});
