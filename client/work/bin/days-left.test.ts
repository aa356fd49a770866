import { daysLeft } from "./days-left";

test("days left are calendar days in the given time zone", () => {
  const late = "2026-12-31T23:30:00Z";
  expect(daysLeft("2026-12-02", late, "Asia/Baghdad")).toBe(30);
  expect(daysLeft("2026-12-02", late, "UTC")).toBe(29);
  expect(daysLeft("2026-12-01", "2026-12-31T03:00:00Z", "America/New_York")).toBe(29);
});

test("a day with 25 hours is one day, and none are left after the last one", () => {
  expect(daysLeft("2026-10-25", "2026-10-26T10:00:00Z", "Europe/Berlin")).toBe(1);
  expect(daysLeft("2026-12-02", "2026-12-01T10:00:00Z", "UTC")).toBe(0);
});
