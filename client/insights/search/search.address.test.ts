import { readSearchAddress, writeSearchAddress } from "./search.address";

const address = (text: string) => readSearchAddress(new URLSearchParams(text));

test("reads the query and the filters of a link", () => {
  expect(address("q=%20plan%20&group=tasks&project=3&person=7&from=2026-01-02&until=2026-02-03&state=open")).toEqual({
    q: "plan",
    group: "tasks",
    project: 3,
    person: 7,
    from: "2026-01-02",
    until: "2026-02-03",
    state: "open",
  });
});

test("ignores values that it doesn't know", () => {
  const nothing = { q: "", group: null, project: null, person: null, from: null, until: null, state: null };
  expect(address("group=cats&project=0&person=x&from=2026-02-30&until=soon&state=maybe")).toEqual(nothing);
  expect(address(`q=${"a".repeat(300)}`).q).toHaveLength(200);
});

test("removes empty values and keeps the others", () => {
  const search = writeSearchAddress(new URLSearchParams("q=plan&state=open"), { state: null, project: 4 });
  expect(search.toString()).toBe("q=plan&project=4");
});
