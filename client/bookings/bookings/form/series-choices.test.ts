import { applySeriesWideOption, type SeriesWideOption } from "./series-choices";

const hour = { needs_approval: false, start_date: "2030-01-16T10:00Z", end_date: "2030-01-16T11:00Z" };
const other = { kind: "room", name: "Citadel", bookable_id: 9, ...hour } as const;
const later = { kind: "later", name: "Tigris", bookable_id: 3, ...hour } as const;
const dates = [
  { date: "2030-01-02", free: true, holiday: null, alternatives: [] },
  { date: "2030-01-09", free: false, holiday: null, alternatives: [other] },
  { date: "2030-01-16", free: false, holiday: null, alternatives: [later] },
  { date: "2030-01-23", free: true, holiday: "Newroz", alternatives: [] },
];
const choicesFor = (option: SeriesWideOption, chosen: Parameters<typeof applySeriesWideOption>[2] = []) =>
  applySeriesWideOption(option, dates, chosen, ({ kind }) => kind === "room");

test.each([
  ["skipTaken", ["2030-01-09", "2030-01-16"]],
  ["skipHolidays", ["2030-01-23"]],
  ["elsewhere", ["2030-01-09"]],
  ["otherTime", ["2030-01-16"]],
] as const)("choosing %s for the series decides only the dates to which it applies", (option, expected) => {
  expect(choicesFor(option).map(({ date }) => date)).toEqual(expected);
});

test("choices contain the alternative resource or the alternative time", () => {
  expect(choicesFor("elsewhere")).toEqual([{ date: "2030-01-09", bookable_id: 9 }]);
  expect(choicesFor("otherTime")).toEqual([
    { date: "2030-01-16", start_date: later.start_date, end_date: later.end_date },
  ]);
});

test("a choice for the whole series keeps dates that the user already decided", () => {
  expect(choicesFor("skipTaken", [{ date: "2030-01-09", bookable_id: 9 }])).toEqual([
    { date: "2030-01-16", skip: true },
  ]);
});
