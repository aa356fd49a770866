import { type PersonParts, tabOf, tabsOf } from "./person-tabs";

const nothing: PersonParts = { performance: false, leave: false, time: false, history: 0, documents: undefined };
const everything: PersonParts = { performance: true, leave: true, time: true, history: 5, documents: 4 };

test("each reader has the tabs that have something for them", () => {
  expect(tabsOf(nothing)).toEqual(["overview"]);
  expect(tabsOf({ ...nothing, history: 2 })).toEqual(["overview", "history"]);
  expect(tabsOf({ ...nothing, performance: true })).toEqual(["overview", "performance"]);
  expect(tabsOf({ ...nothing, leave: true })).toEqual(["overview", "leave"]);
  expect(tabsOf({ ...nothing, time: true })).toEqual(["overview", "time"]);
  // Where the first file is added.
  expect(tabsOf({ ...nothing, documents: 0 })).toEqual(["overview", "documents"]);
  expect(tabsOf(everything)).toEqual(["overview", "performance", "leave", "time", "history", "documents"]);
});

test("the address names a tab of theirs, or it is the overview", () => {
  expect(tabOf(null, everything)).toBe("overview");
  expect(tabOf("history", everything)).toBe("history");
  expect(tabOf("salary", everything)).toBe("overview");
  expect(tabOf("documents", nothing)).toBe("overview");
  for (const tab of ["performance", "leave", "time"]) expect(tabOf(tab, nothing)).toBe("overview");
  expect(tabOf("history", nothing)).toBe("overview");
});

test("what is still being read isn't taken away meanwhile, and stands among the tabs once it is known", () => {
  const reading: PersonParts = { ...nothing, history: null, documents: null };
  expect(tabOf("history", reading)).toBe("history");
  expect(tabOf("documents", reading)).toBe("documents");
  expect(tabsOf(reading)).toEqual(["overview", "documents"]);
});
