import type { CalendarMethod } from "../../server/bookings/ics.service";
import { type Around, calendarMail } from "./calendar-mails.compose";
import type { Due } from "./calendar-mails.sql";

const due: Due = {
  uid: "b-1@portal",
  title: "Budget round",
  note: null,
  place: "Citadel, House One",
  vehicle: "Aurora (A 1) · Dara",
  status: "approved",
  starts_at: new Date("2030-03-04T07:00:00Z"),
  ends_at: new Date("2030-03-04T08:00:00Z"),
  created_at: new Date("2030-03-01T08:00:00Z"),
  calendar_sequence: 0,
  invitation_id: 5,
  booking_id: 9,
  bookable_type: "room",
  user_id: 3,
  email: "mei@acme.test",
  fullname: "Mei",
  language: "en",
  active: true,
  topics: null,
  answer: null,
  withdrawn: false,
  private: false,
  drives: false,
  drives_now: false,
  comes: true,
  told_sequence: null,
  told_method: null,
  attempts: 1,
  revision: 1,
  series_id: null,
  time_zone: "Asia/Baghdad",
  requester_id: 4,
  requester: "Amira",
  requester_email: "amira@acme.test",
  organisation: "Acme",
  mail_sender: null,
  logo_mark: null,
};
const around: Around = {
  origin: "https://acme.test",
  host: "acme.test",
  tenantId: 1,
  now: new Date("2030-03-02T08:00:00Z"),
  token: null,
  from: "portal@example.test",
};

/** The mail's title, and what stands between it and the dates. */
function saidOf(method: CalendarMethod, ...dues: Partial<Due>[]) {
  const all = dues.map((each) => ({ ...due, ...each }));
  const { subject, text, html } = calendarMail(method, all, around);
  expect(html).not.toMatch(/\b(?:false|null|undefined)\b/);
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const dates = lines.findIndex((line) => line.startsWith("- "));
  return [subject, lines.slice(lines.indexOf(subject) + 1, dates).join(" ")];
}

const driver = { comes: false, drives: true, drives_now: true };
const dates = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    booking_id: 10 + at,
    series_id: 2,
    starts_at: new Date(Date.UTC(2030, 2, 1 + at, 7)),
    ends_at: new Date(Date.UTC(2030, 2, 1 + at, 8)),
  }));

const cases: [what: string, method: CalendarMethod, dues: Partial<Due>[], subject: string, intro: string][] = [
  ["an invitation", "REQUEST", [{}], "Amira invites you: Budget round", ""],
  ["one with a note", "REQUEST", [{ note: "Bring figures." }], "Amira invites you: Budget round", "Bring figures."],
  ["one's own", "REQUEST", [{ requester_id: 3 }], "Approved: Budget round", ""],
  ["another time", "REQUEST", [{ told_method: "REQUEST" }], "Changed: Budget round", ""],
  ["an end", "CANCEL", [{ status: "cancelled" }], "Cancelled: Budget round", ""],
  ["a drive", "REQUEST", [driver], "You drive: Budget round", ""],
  ["a private drive", "REQUEST", [{ ...driver, private: true, note: "Hospital" }], "You drive a private trip", ""],
  ["one that comes to a private one", "REQUEST", [{ private: true }], "Amira invites you: Budget round", ""],
  ["no drive any more", "CANCEL", [{ ...driver, drives_now: false }], "You no longer drive: Budget round", ""],
  ["as many dates as have a line", "REQUEST", dates(12), "Amira invites you: Budget round", ""],
  [
    "one more",
    "REQUEST",
    dates(13),
    "Amira invites you: Budget round",
    "And 1 more date; all of them are in the attached calendar.",
  ],
  [
    "more, with a note",
    "REQUEST",
    dates(14).map((each) => ({ ...each, note: "Bring figures." })),
    "Amira invites you: Budget round",
    "Bring figures. And 2 more dates; all of them are in the attached calendar.",
  ],
];

test.each(cases)("%s", (_, method, dues, subject, intro) => {
  expect(saidOf(method, ...dues)).toEqual([subject, intro]);
});

test("of a long series the first date has the whole note, the others its beginning", () => {
  const note = "ظ".repeat(1_990);
  const { calendar } = calendarMail(
    "REQUEST",
    dates(75).map((each) => ({ ...due, ...each, note })),
    around,
  );
  const notes = (calendar?.text ?? "").replaceAll("\r\n ", "").match(/^DESCRIPTION:.*$/gm) ?? [];
  const lengths = notes.map((each) => each.match(/ظ/g)?.length);
  expect([lengths.length, lengths[0], ...new Set(lengths.slice(1))]).toEqual([75, 1_990, 200]);
});
