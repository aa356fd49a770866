import { readPeopleFilter, isPeopleFiltered, toPeopleQuery } from "./employees.filter";

const read = (text: string, last: string | null = null) => readPeopleFilter(new URLSearchParams(text), last);

test("invalid filter values in the URL are ignored", () => {
  const filter = read(
    "state=gone&department_id=-1&contract_type=slave&joined_from=2026-02-30&sort=salary&away=perhaps",
  );
  expect(filter).toEqual(read(""));
  expect(isPeopleFiltered(filter)).toBe(false);
});

test("unset filters are omitted from the query", () => {
  expect(toPeopleQuery(read(""))).toEqual({ active: true, sort: "fullname" });
  expect(toPeopleQuery(read("state=inactive&q=ab&external=true"))).toEqual({
    active: false,
    q: "ab",
    external: true,
    sort: "fullname",
  });
  expect(toPeopleQuery(read("state=leaving&department_id=4"))).toEqual({
    leaving: true,
    department_id: 4,
    sort: "fullname",
  });
});

test("the sort order is the URL's, otherwise the last one used if valid", () => {
  expect(read("sort=-position", "department").sort).toBe("-position");
  expect(read("", "department").sort).toBe("department");
  expect(read("", "salary").sort).toBe("fullname");
});
