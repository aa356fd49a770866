import {
  type SlotDraft,
  draftWhileDragging,
  type DragGrip,
  draftAfterKey,
  draftFromClick,
  isSameDraft,
} from "./grid.drag";
import { instantAtHour, dayRange } from "./grid.drag.fixtures";
import { gridRangeOf } from "./grid.time";

const part = (hours: number) => (hours - 8) / 10;
const draft = (from: number, until: number, overrides: Partial<SlotDraft> = {}): SlotDraft => ({
  resourceId: 1,
  bookingId: 7,
  ...overrides,
  from: instantAtHour(from),
  until: instantAtHour(until),
});

/** A booking from 10:00 to 12:00, grabbed at `grabbedHour` and dragged to `targetHour` over the row of resource 2. */
const cases: [grip: DragGrip, grabbedHour: number, targetHour: number, then: SlotDraft][] = [
  ["new", 10, 11.5, draft(10, 11.5)],
  ["new", 10, 9, draft(9, 10)],
  ["new", 10, 10, draft(10, 10.25)],
  ["new", 10, 10.1, draft(10, 10.25)],
  ["move", 11, 13, draft(12, 14, { resourceId: 2 })],
  ["move", 11, 9.5, draft(8.5, 10.5, { resourceId: 2 })],
  ["move", 11, 11, draft(10, 12, { resourceId: 2 })],
  ["start", 10, 11, draft(11, 12)],
  ["start", 10, 8.5, draft(8.5, 12)],
  ["start", 10.25, 10.5, draft(10.25, 12)],
  ["start", 10, 11.75, draft(11.75, 12)],
  ["start", 10, 12, draft(11.75, 12)],
  ["start", 10, 15, draft(11.75, 12)],
  ["end", 12, 13.5, draft(10, 13.5)],
  ["end", 12, 10.25, draft(10, 10.25)],
  ["end", 12, 10, draft(10, 10.25)],
  ["end", 12, 8, draft(10, 10.25)],
];
test.each(cases)(
  'dragging with grip "%s" from %d to %d gives the expected draft',
  (grip, grabbedHour, targetHour, then) => {
    expect(
      draftWhileDragging(
        { grip, at: instantAtHour(grabbedHour), before: draft(10, 12) },
        dayRange,
        part(targetHour),
        2,
      ),
    ).toEqual(then);
  },
);

test("a press without a drag books one hour, or a whole day in the month view", () => {
  expect(draftFromClick(draft(10, 10.25), dayRange)).toEqual(draft(10, 11));
  expect(draftFromClick(draft(10, 10.5), dayRange)).toEqual(draft(10, 10.5));
  expect(draftFromClick(draft(10, 11), { ...dayRange, view: "week" })).toEqual(draft(10, 11));
  expect(draftFromClick(draft(10, 12), { ...dayRange, view: "week" })).toEqual(draft(10, 12));
  expect(draftFromClick(draft(10, 11), { ...dayRange, view: "month" })).toEqual(draft(0, 24));
});

test("arrow keys move a booking by one step and stop at the first and last row", () => {
  const key = (inline: -1 | 0 | 1, block: -1 | 0 | 1, resizes = false) => ({ inline, block, resizes });
  const booked = draft(10, 12, { resourceId: 5 });
  const at5 = { resourceId: 5 };
  expect(draftAfterKey(booked, key(1, 0), dayRange, [4, 5, 6])).toEqual(draft(10.25, 12.25, at5));
  expect(draftAfterKey(booked, key(-1, 0), dayRange, [4, 5, 6])).toEqual(draft(9.75, 11.75, at5));
  expect(draftAfterKey(booked, key(0, 1), dayRange, [4, 5, 6])).toEqual(draft(10, 12, { resourceId: 6 }));
  expect(draftAfterKey(booked, key(0, -1), dayRange, [4, 5, 6])).toEqual(draft(10, 12, { resourceId: 4 }));
  expect(draftAfterKey(booked, key(0, 1), dayRange, [4, 5])).toEqual(booked);
  expect(draftAfterKey(booked, key(1, 0, true), dayRange, [5])).toEqual(draft(10, 12.25, at5));
  expect(draftAfterKey(booked, key(-1, 0, true), dayRange, [5])).toEqual(draft(10, 11.75, at5));
  expect(draftAfterKey(draft(10, 10.25), key(-1, 0, true), dayRange, [1])).toEqual(draft(10, 10.25));
});

test("drafts are equal only when all fields match", () => {
  const one = draft(10, 12);
  expect([isSameDraft(one, one), isSameDraft(one, draft(10, 12)), isSameDraft(null, null)]).toEqual([true, true, true]);
  const others = [
    null,
    draft(9, 12),
    draft(10, 11),
    draft(10, 12, { resourceId: 2 }),
    draft(10, 12, { bookingId: null }),
  ];
  expect(others.map((other) => [isSameDraft(one, other), isSameDraft(other, one)])).toEqual(
    others.map(() => [false, false]),
  );
});

describe("a room in Europe/Berlin, seen from Asia/Baghdad in the month of the clock change", () => {
  const month = gridRangeOf("month", "2027-03-01", [], "Asia/Baghdad");
  const column = (day: number) => (day - 0.5) / 31;
  const pressed = (day: number) => (month.visibleSpans[day - 1] as { from: number }).from;
  const booked: SlotDraft = {
    resourceId: 1,
    bookingId: 7,
    from: Date.parse("2027-03-27T09:00Z"),
    until: Date.parse("2027-03-27T10:00Z"),
  };
  const times = ({ from, until }: SlotDraft) => [from, until].map((at) => new Date(at).toISOString().slice(0, 16));
  const nextDay = ["2027-03-28T08:00", "2027-03-28T09:00"];

  test("a drag by one day keeps the local time of the room", () => {
    const press = { grip: "move" as const, at: pressed(27), before: booked };
    expect(times(draftWhileDragging(press, month, column(28), 1, "Europe/Berlin"))).toEqual(nextDay);
  });

  test("a key moves by one day and keeps the local time of the room", () => {
    const key = { inline: 1, block: 0, resizes: false } as const;
    expect(times(draftAfterKey(booked, key, month, [1], "Europe/Berlin"))).toEqual(nextDay);
  });

  test("a press selects the whole day of the room, which has 23 hours", () => {
    const at = pressed(28);
    const draft = { resourceId: 1, bookingId: null, from: at, until: at };
    expect(times(draftFromClick(draft, month, "Europe/Berlin"))).toEqual(["2027-03-27T23:00", "2027-03-28T22:00"]);
  });
});

test("a key in the day view passes through both occurrences of an hour", () => {
  const night = gridRangeOf("day", "2027-10-31", [], "Europe/Berlin");
  const second: SlotDraft = {
    resourceId: 1,
    bookingId: 7,
    from: Date.parse("2027-10-31T01:00Z"),
    until: Date.parse("2027-10-31T01:30Z"),
  };
  const key = { inline: 1, block: 0, resizes: false } as const;
  expect(draftAfterKey(second, key, night, [1]).from).toBe(Date.parse("2027-10-31T01:15Z"));
});
