import { selectedTab } from "./PersonTabs";

const tabs = [
  { key: "leave", available: true },
  { key: "time", available: false },
  { key: "history", available: "loading" },
] as const;

test("an unavailable or unknown tab in the URL falls back to the overview", () => {
  expect(selectedTab(null, tabs)).toBeUndefined();
  expect(selectedTab("salary", tabs)).toBeUndefined();
  expect(selectedTab("time", tabs)).toBeUndefined();
  expect(selectedTab("leave", tabs)?.key).toBe("leave");
});

test("a tab in the URL stays selected while its content loads", () => {
  expect(selectedTab("history", tabs)?.key).toBe("history");
});
