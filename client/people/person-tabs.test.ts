import { type PersonParts, tabOf, tabsOf } from "./person-tabs";

const nothing: PersonParts = { performance: false, history: 0, documents: undefined };
const everything: PersonParts = { performance: true, history: 5, documents: 4 };

test("each reader has the tabs that have something for them", () => {
  expect(tabsOf(nothing)).toEqual(["overview"]);
  expect(tabsOf({ ...nothing, history: 2 })).toEqual(["overview", "history"]);
  expect(tabsOf({ ...nothing, performance: true })).toEqual(["overview", "performance"]);
  // Where the first file is added.
  expect(tabsOf({ ...nothing, documents: 0 })).toEqual(["overview", "documents"]);
  expect(tabsOf(everything)).toEqual(["overview", "performance", "history", "documents"]);
});

test("the address names a tab of theirs, or it is the overview", () => {
  expect(tabOf(null, everything)).toBe("overview");
  expect(tabOf("history", everything)).toBe("history");
  expect(tabOf("salary", everything)).toBe("overview");
  expect(tabOf("documents", nothing)).toBe("overview");
  expect(tabOf("performance", nothing)).toBe("overview");
  expect(tabOf("history", nothing)).toBe("overview");
});

test("what is still being read isn't taken away meanwhile, and stands among the tabs once it is known", () => {
  const reading: PersonParts = { performance: false, history: null, documents: null };
  expect(tabOf("history", reading)).toBe("history");
  expect(tabOf("documents", reading)).toBe("documents");
  expect(tabsOf(reading)).toEqual(["overview", "documents"]);
});
