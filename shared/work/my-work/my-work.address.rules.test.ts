import { readWorkQuery, type WorkQuery, writeWorkQuery } from "./my-work.address.rules";

const initial: WorkQuery = { of: "assigned", state: "open", due: null, group: "due", text: "" };
const read = (query: string) => readWorkQuery(new URLSearchParams(query));
const write = (query: string, change: Partial<WorkQuery>) =>
  writeWorkQuery(new URLSearchParams(query), change).toString();

test("an address without parameters, or with unknown values, is the initial query", () => {
  expect(read("")).toEqual(initial);
  expect(read("of=nobody&state=lost&due=never&group=color")).toEqual(initial);
});

test("a written query is read again", () => {
  const query: WorkQuery = { of: "reported", state: "done", due: "overdue", group: "project", text: "paint" };
  expect(write("", query)).toBe("of=reported&state=done&due=overdue&group=project&q=paint");
  expect(read(write("", query))).toEqual(query);
});

test("initial values leave the address, and other parameters stay", () => {
  expect(write("group=project&task=7&q=paint", { ...initial })).toBe("task=7");
  expect(write("task=7", { state: "done" })).toBe("task=7&state=done");
});
