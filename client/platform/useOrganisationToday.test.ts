import { dayThere } from "./useOrganisationToday";

test.each([
  ["2026-11-21T22:30:00Z", "Asia/Baghdad", "2026-11-22"],
  ["2026-11-21T20:59:59Z", "Asia/Baghdad", "2026-11-21"],
  ["2026-11-21T02:30:00Z", "America/New_York", "2026-11-20"],
  ["2026-12-31T23:59:00Z", "Asia/Seoul", "2027-01-01"],
  ["2026-03-01T00:00:00Z", "UTC", "2026-03-01"],
])("%s in %s is %s", (moment, zone, day) => {
  expect(dayThere(new Date(moment), zone)).toBe(day);
});
