import { parseRepeatRule, ruleText, weekdayOf, withoutSeriesEnd } from "./repeat.rules";

test.each([
  "FREQ=YEARLY",
  "FREQ=DAILY;BYDAY=MO",
  "FREQ=DAILY;BYHOUR=9",
  "FREQ=MONTHLY;BYDAY=MO,TU",
  "FREQ=MONTHLY;BYMONTHDAY=-1",
  "FREQ=MONTHLY;BYDAY=1MO;BYMONTHDAY=3",
  "FREQ=WEEKLY;BYDAY=XX",
  "nonsense",
])("parseRepeatRule returns null for %s", (rule) => expect(parseRepeatRule(rule)).toBeNull());

test.each([
  "FREQ=DAILY",
  "FREQ=DAILY;INTERVAL=3",
  "FREQ=WEEKLY",
  "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE",
  "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR",
  "FREQ=MONTHLY;BYMONTHDAY=15",
  "FREQ=MONTHLY;BYMONTHDAY=28,29;BYSETPOS=-1",
  "FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=28,29,30,31;BYSETPOS=-1",
  "FREQ=MONTHLY;INTERVAL=2;BYDAY=3MO",
  "FREQ=MONTHLY;BYDAY=-1FR",
])("parsing and formatting keeps %s unchanged", (rule) => {
  const read = parseRepeatRule(`${rule};COUNT=4`);
  expect(read && ruleText(read)).toBe(rule);
  expect(withoutSeriesEnd(`${rule};UNTIL=20270101T000000Z`)).toBe(rule);
});

test("rules of earlier versions with day 31 are parsed", () =>
  expect(parseRepeatRule("FREQ=MONTHLY;BYMONTHDAY=31")?.on).toEqual({ day: 31 }));

test.each([
  ["2027-01-04", "MO", 1, false],
  ["2027-01-25", "MO", 4, true],
  ["2027-01-31", "SU", 5, true],
  ["2028-02-29", "TU", 5, true],
])("weekdayOf: %s is %s number %d of its month", (day, weekday, nth, isLast) => {
  expect(weekdayOf(day)).toEqual({ weekday, nth, isLast });
});
