import type { CalendarMethod } from "../../../server/bookings/bookings/calendar/ics";
import { type CalendarMailContext, calendarMail, calendarMethodOf } from "./calendar-mails.compose";
import type { DueInvitation } from "./calendar-mails.sql";

const due: DueInvitation = {
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
  handed_over: false,
  told_sequence: null,
  told_method: null,
  attempts: 1,
  revision: 1,
  series: null,
  time_zone: "Asia/Baghdad",
  tenant_time_zone: "Asia/Baghdad",
  reader_zone: null,
  requester_id: 4,
  requester: "Amira",
  requester_email: "amira@acme.test",
  organization: "Acme",
  mail_sender: null,
  logo_mark: null,
};
const context: CalendarMailContext = {
  origin: "https://acme.test",
  host: "acme.test",
  tenantId: 1,
  now: new Date("2030-03-02T08:00:00Z"),
  token: null,
  from: "portal@example.test",
};

function saidOf(method: CalendarMethod, ...dues: Partial<DueInvitation>[]) {
  const all = dues.map((each) => ({ ...due, ...each }));
  const { subject, text, html } = calendarMail(method, all, context);
  expect(html).not.toMatch(/\b(?:false|null|undefined)\b/);
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const dates = lines.findIndex((line) => line.startsWith("- "));
  return [subject, lines.slice(lines.indexOf(subject) + 1, dates).join(" ")];
}

test("a requester whose own participation was withdrawn keeps the event", () => {
  const sent = { ...due, told_method: "REQUEST", told_sequence: 0, calendar_sequence: 1, withdrawn: true } as const;
  expect(calendarMethodOf(sent, context.now)).toBe("CANCEL");
  expect(calendarMethodOf({ ...sent, requester_id: sent.user_id }, context.now)).toBe("REQUEST");
});

const driver = { comes: false, drives: true, drives_now: true };
const dates = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    booking_id: 10 + at,
    series: {
      id: 2,
      uid: "s",
      rrule: "FREQ=DAILY",
      time_zone: "Asia/Baghdad",
      sequence: count,
      first_date: "2030-03-01",
      date: new Date(Date.UTC(2030, 2, 1 + at)).toISOString().slice(0, 10),
      one_event: true,
      begins: "10:00:00",
    },
    starts_at: new Date(Date.UTC(2030, 2, 1 + at, 7)),
    ends_at: new Date(Date.UTC(2030, 2, 1 + at, 8)),
  }));

const cases: [what: string, method: CalendarMethod, dues: Partial<DueInvitation>[], subject: string, intro: string][] =
  [
    ["an invitation", "REQUEST", [{}], "Amira invites you: Budget round", ""],
    [
      "an invitation with a note",
      "REQUEST",
      [{ note: "Bring figures." }],
      "Amira invites you: Budget round",
      "Bring figures.",
    ],
    ["the requester's own booking", "REQUEST", [{ requester_id: 3 }], "Approved: Budget round", ""],
    [
      "a booking handed over to the requester",
      "REQUEST",
      [{ requester_id: 3, handed_over: true }],
      "Handed over to you: Budget round",
      "",
    ],
    ["a changed time", "REQUEST", [{ told_method: "REQUEST" }], "Changed: Budget round", ""],
    ["a cancellation", "CANCEL", [{ status: "cancelled" }], "Cancelled: Budget round", ""],
    ["a ride", "REQUEST", [driver], "You are the driver: Budget round", ""],
    [
      "a private ride",
      "REQUEST",
      [{ ...driver, private: true, note: "Hospital" }],
      "You are the driver of a private trip",
      "",
    ],
    ["a ride to a private booking", "REQUEST", [{ private: true }], "Amira invites you: Budget round", ""],
    [
      "a cancelled ride",
      "CANCEL",
      [{ ...driver, drives_now: false }],
      "You are no longer the driver: Budget round",
      "",
    ],
    ["as many dates as are listed", "REQUEST", dates(12), "Amira invites you: Budget round", ""],
    [
      "one date more than are listed",
      "REQUEST",
      dates(13),
      "Amira invites you: Budget round",
      "And 1 more date; all of them are in the attached calendar.",
    ],
    [
      "more dates, with a note",
      "REQUEST",
      dates(14).map((each) => ({ ...each, note: "Bring figures." })),
      "Amira invites you: Budget round",
      "Bring figures. And 2 more dates; all of them are in the attached calendar.",
    ],
  ];

test.each(cases)("%s", (_, method, dues, subject, intro) => {
  expect(saidOf(method, ...dues)).toEqual([subject, intro]);
});

test("a long series is one calendar event that contains its note once", () => {
  const note = "ظ".repeat(1_990);
  const { calendar } = calendarMail(
    "REQUEST",
    dates(75).map((each) => ({ ...due, ...each, note })),
    context,
  );
  const text = (calendar?.text ?? "").replaceAll("\r\n ", "");
  expect([text.match(/BEGIN:VEVENT/g)?.length, text.match(/ظ/g)?.length]).toEqual([1, 1_990]);
});

test("an invitation says that the booking still needs approval", () => {
  const bodyOf = (status: "approved" | "pending") =>
    calendarMail("REQUEST", [{ ...due, user_id: null, status }], { ...context, token: "t" }).text;
  expect(bodyOf("pending")).toContain("Still needs approval");
  expect(bodyOf("approved")).not.toContain("approval");
});
