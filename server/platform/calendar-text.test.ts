import ICAL from "ical.js";
import { eventOf, emptyCalendar } from "../bookings/ics.service";
import { calendarOfMany, calendarOut } from "./calendar-text";

/** What people write stays words, whatever a program takes for the end of a line. */
test.each(["\r", "\r\n", "\n", "\v", "\f", "\u0085", "\u2028", "\u2029"])("%j in a note begins no property", (end) => {
  const words = `Agenda${end}ATTACH:https://evil.example/x${end}BEGIN:VALARM`;
  const calendar = emptyCalendar("PUBLISH");
  const at = new Date("2026-11-23T09:00:00Z");
  const row = { uid: "1", title: "Talks", note: words, place: null, vehicle: null, status: "approved" as const };
  const times = { starts_at: at, ends_at: at, created_at: at, calendar_sequence: 0 };
  calendar.addSubcomponent(eventOf({ ...row, ...times }, "acme.test"));
  const out = calendarOut(calendar);
  const lines = out.split(/\r\n|[\r\n\v\f\u0085\u2028\u2029]/);
  expect(lines.filter((line) => /^(ATTACH|BEGIN:VALARM)/.test(line))).toEqual([]);
  const [event] = new ICAL.Component(ICAL.parse(out)).getAllSubcomponents("vevent");
  expect(event?.getFirstPropertyValue("description")).toContain("ATTACH:https://evil.example/x");
});

test("a calendar of many is put together some at a time, and is the same text", async () => {
  const at = new Date("2026-11-23T09:00:00Z");
  const rows = Array.from({ length: 120 }, (_, n) => ({
    uid: String(n),
    title: `Talk\r${n}`,
    note: "Long\nnote",
    place: null,
    vehicle: null,
    status: "approved" as const,
    starts_at: at,
    ends_at: at,
    created_at: at,
    calendar_sequence: 0,
  }));
  const whole = emptyCalendar("PUBLISH");
  for (const row of rows) whole.addSubcomponent(eventOf(row, "acme.test"));
  let turns = 0;
  const count = setInterval(() => turns++, 0);
  const text = await calendarOfMany(emptyCalendar("PUBLISH"), rows, (row) => {
    const until = performance.now() + 0.1;
    while (performance.now() < until);
    return eventOf(row, "acme.test");
  });
  clearInterval(count);
  expect(text).toBe(calendarOut(whole));
  expect(turns).toBeGreaterThan(0);
});
