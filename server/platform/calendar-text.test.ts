import fc from "fast-check";
import ICAL from "ical.js";
import { calendarFaults } from "../../tests/support/icalendar";
import { calendarEventOf, createCalendar } from "../bookings/bookings/calendar/ics";
import { buildCalendarText, serializeCalendar } from "./calendar-text";

/** User text must not become properties, whichever characters a calendar program treats as a line end. */
test.each(["\r", "\r\n", "\n", "\v", "\f", "\u0085", "\u2028", "\u2029"])(
  "%j in a note doesn't start a new calendar property",
  (end) => {
    const words = `Agenda${end}ATTACH:https://evil.example/x${end}BEGIN:VALARM`;
    const calendar = createCalendar("PUBLISH");
    const at = new Date("2026-11-23T09:00:00Z");
    const row = { uid: "1", title: "Talks", note: words, place: null, vehicle: null, status: "approved" as const };
    const times = { starts_at: at, ends_at: at, created_at: at, calendar_sequence: 0, private: false, series: null };
    calendar.addSubcomponent(calendarEventOf({ ...row, ...times }, "acme.test"));
    const out = serializeCalendar(calendar);
    const lines = out.split(/\r\n|[\r\n\v\f\u0085\u2028\u2029]/);
    expect(lines.filter((line) => /^(ATTACH|BEGIN:VALARM)/.test(line))).toEqual([]);
    const [event] = new ICAL.Component(ICAL.parse(out)).getAllSubcomponents("vevent");
    expect(event?.getFirstPropertyValue("description")).toContain("ATTACH:https://evil.example/x");
  },
);

test("buildCalendarText returns the same text as serializeCalendar", async () => {
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
    private: false,
    series: null,
  }));
  const whole = createCalendar("PUBLISH");
  for (const row of rows) whole.addSubcomponent(calendarEventOf(row, "acme.test"));
  let turns = 0;
  const count = setInterval(() => turns++, 0);
  const text = await buildCalendarText(createCalendar("PUBLISH"), rows, (row) => {
    const until = performance.now() + 0.1;
    while (performance.now() < until);
    return calendarEventOf(row, "acme.test");
  });
  clearInterval(count);
  expect(text).toBe(serializeCalendar(whole));
  expect(turns).toBeGreaterThan(0);
});

test("calendar lines have at most 75 octets and parse back unchanged", () => {
  const at = new Date("2026-11-23T09:00:00Z");
  const characters = fc.constantFrom(...'aÄß한中ا,;:\\"\n '.split(""), "🚀", "👩‍💻", "e\u0301");
  const text = fc.string({ unit: characters, minLength: 1, maxLength: 300 });
  fc.assert(
    fc.property(text, text, (title, note) => {
      const calendar = createCalendar("PUBLISH");
      const row = { uid: "1", title, note, place: null, vehicle: null, status: "approved" as const };
      calendar.addSubcomponent(
        calendarEventOf(
          { ...row, starts_at: at, ends_at: at, created_at: at, calendar_sequence: 0, private: false, series: null },
          "acme.test",
        ),
      );
      const out = serializeCalendar(calendar);
      expect(calendarFaults(out)).toEqual([]);
      const [event] = new ICAL.Component(ICAL.parse(out)).getAllSubcomponents("vevent");
      expect([event?.getFirstPropertyValue("summary"), event?.getFirstPropertyValue("description")]).toEqual([
        title,
        note,
      ]);
    }),
  );
});
