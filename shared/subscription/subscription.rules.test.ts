import { dueReminder, isUpgrade, lookupKey, overLimits, providerLanguage } from "./subscription.rules";

const team = { rank: 2, period: "monthly" } as const;

test.each([
  ["a larger plan", { rank: 3, period: "monthly" }, true],
  [
    "a larger plan by the month, from one by the year",
    { rank: 3, period: "monthly" },
    true,
    { ...team, period: "annual" },
  ],
  ["the same by the year", { ...team, period: "annual" }, true],
  ["the same by the month, from one by the year", team, false, { ...team, period: "annual" }],
  ["the same", team, false],
  ["a smaller one", { rank: 1, period: "monthly" }, false],
  ["a smaller one by the year", { rank: 1, period: "annual" }, false],
] as const)("%s is made at once: %j, %s", (_, to, atOnce, from: Parameters<typeof isUpgrade>[0] = team) => {
  expect(isUpgrade(from, to)).toBe(atOnce);
});

test("what there is more than a plan allows; what has no limit is never too much", () => {
  const used = { users: 12, projects: 3 };
  expect(overLimits(used, { user_limit: 10, project_limit: 3 })).toEqual({ people: 2, projects: 0 });
  expect(overLimits(used, { user_limit: null, project_limit: 5 })).toEqual({ people: 0, projects: 0 });
});

test.each([
  [15, null],
  [14, 14],
  [5, 14],
  [4, 4],
  [2, 4],
  [1, 1],
  [0, 1],
])("%i days before the end the reminder of day %s is due", (left, due) => expect(dueReminder(left)).toBe(due));

test("a price is called by its plan and how it is paid", () => {
  expect(lookupKey("team", "annual")).toBe("team_annual");
});

test("the provider's pages speak three of our languages; the others they find out by themselves", () => {
  const asked = (["en", "de", "ko", "ar", "ckb"] as const).map(providerLanguage);
  expect(asked).toEqual(["en", "de", "ko", "auto", "auto"]);
});
