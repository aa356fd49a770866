import { referencesOf, viewQueryOf, withoutReference } from "./views.rules";

const queryOf = (address: string) => viewQueryOf(new URLSearchParams(address));

test("a view stores filters, sort and layout, but no open task, position or date", () => {
  expect(queryOf("task=4&view=2&sort=-title&q=tea&q2=x&month=2026-12&columns=title,due_date&lanes=")).toBe(
    "columns=title%2Cdue_date&month=now&q=tea&sort=-title",
  );
});

test("the order of an address's parameters makes no difference", () => {
  expect(queryOf("u=1&priority=high")).toBe(queryOf("priority=high&u=1"));
  expect(queryOf(queryOf("u=1&priority=high"))).toBe(queryOf("priority=high&u=1"));
});

test("a view names the tags, columns and people of all its conditions once", () => {
  const query = "u=3,0&tag_id=5&s=7&all=tags.not:5,6;users.empty;priority.not:high&any=reporter.is:9|status.not:8";
  expect(referencesOf(query).map(({ kind, id }) => `${kind} ${id}`)).toEqual([
    "column 7",
    "person 3",
    "tag 5",
    "tag 6",
    "person 9",
    "column 8",
  ]);
});

test("removing a reference keeps all other conditions", () => {
  const without = (address: string, id: number) =>
    viewQueryOf(withoutReference(new URLSearchParams(address), { kind: "tag", id }));
  expect(without("tag_id=5,6&q=tea&group=none&all=tags.not:5", 5)).toBe(queryOf("tag_id=6&q=tea&group=none"));
  expect(without("any=tags.is:5|users.empty&u=5", 5)).toBe(queryOf("any=users.empty&u=5"));
  expect(without("all=tags.empty&priority=low", 5)).toBe(queryOf("all=tags.empty&priority=low"));
});
