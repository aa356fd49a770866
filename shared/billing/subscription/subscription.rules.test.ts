import {
  crossesSeatLimit,
  dueReminder,
  isUpgrade,
  priceLookupKey,
  excessOverLimits,
  providerLanguage,
} from "./subscription.rules";

const team = { rank: 2, period: "monthly" } as const;

test.each([
  ["a larger plan", { rank: 3, period: "monthly" }, true],
  ["a larger monthly plan from a yearly one", { rank: 3, period: "monthly" }, true, { ...team, period: "annual" }],
  ["the same plan yearly", { ...team, period: "annual" }, true],
  ["the same plan monthly, from yearly", team, false, { ...team, period: "annual" }],
  ["the same plan", team, false],
  ["a smaller plan", { rank: 1, period: "monthly" }, false],
  ["a smaller yearly plan", { rank: 1, period: "annual" }, false],
] as const)("isUpgrade for %s (%j) returns %s", (_, to, atOnce, from: Parameters<typeof isUpgrade>[0] = team) => {
  expect(isUpgrade(from, to)).toBe(atOnce);
});

test("excessOverLimits counts users and projects beyond the limits", () => {
  const used = { users: 12, projects: 3 };
  expect(excessOverLimits(used, { user_limit: 10, project_limit: 3 })).toEqual({ people: 2, projects: 0 });
  expect(excessOverLimits(used, { user_limit: null, project_limit: 5 })).toEqual({ people: 0, projects: 0 });
});

test.each([
  [15, null],
  [14, 14],
  [5, 14],
  [4, 4],
  [2, 4],
  [1, 1],
  [0, 1],
])("dueReminder: %i days before the end the reminder of day %s is due", (left, due) =>
  expect(dueReminder(left)).toBe(due),
);

test("priceLookupKey consists of plan and billing period", () => {
  expect(priceLookupKey("team", "annual")).toBe("team_annual");
});

test("providerLanguage supports three languages and returns auto for others", () => {
  const languages = (["en", "de", "ko", "ar", "ckb"] as const).map(providerLanguage);
  expect(languages).toEqual(["en", "de", "ko", "auto", "auto"]);
});

test("with ten seats, adding users one by one warns at 9 and at 10", () => {
  const crossed = Array.from({ length: 10 }, (_, at) => at + 1).filter((now) => crossesSeatLimit(10, now - 1, now));
  expect(crossed).toEqual([9, 10]);
});

test("with 30 seats, crossesSeatLimit is true at 27, even if an import skips 27", () => {
  const crossed = Array.from({ length: 30 }, (_, at) => at + 1).filter((now) => crossesSeatLimit(30, now - 1, now));
  expect(crossed).toEqual([27, 30]);
  expect(crossesSeatLimit(30, 5, 29)).toBe(true);
  expect(crossesSeatLimit(30, 5, 26)).toBe(false);
});

test("crossesSeatLimit is false beyond the limit, on removal and without change", () => {
  expect(crossesSeatLimit(10, 9, 9)).toBe(false);
  expect(crossesSeatLimit(10, 11, 12)).toBe(false);
  expect(crossesSeatLimit(10, 10, 9)).toBe(false);
  expect(crossesSeatLimit(1, 0, 1)).toBe(true);
});
