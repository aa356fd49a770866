import ICAL from "ical.js";
import { eventOf, emptyCalendar } from "../bookings/ics.service";
import { calendarOut } from "./calendar-text";

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
