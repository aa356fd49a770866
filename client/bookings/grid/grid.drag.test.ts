import { type Draft, dragged, type Grip, keyed, pressed, sameDraft } from "./grid.drag";
import { at, day } from "./grid.drag.fixtures";

const part = (hours: number) => (hours - 8) / 10;
const draft = (from: number, until: number, more: Partial<Draft> = {}): Draft => ({
  resourceId: 1,
  bookingId: 7,
  ...more,
  from: at(from),
  until: at(until),
});

/** From ten to twelve, held at a time and carried to another one, over the row of resource 2. */
const cases: [grip: Grip, held: number, to: number, then: Draft][] = [
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
test.each(cases)("%s, held at %d and carried to %d", (grip, held, to, then) => {
  expect(dragged({ grip, at: at(held), before: draft(10, 12) }, day, part(to), 2)).toEqual(then);
});

test("a press that went nowhere chooses an hour, in a week too, and in a month a day; what was drawn stays", () => {
  expect(pressed(draft(10, 10.25), day)).toEqual(draft(10, 11));
  expect(pressed(draft(10, 10.5), day)).toEqual(draft(10, 10.5));
  expect(pressed(draft(10, 11), { ...day, view: "week" })).toEqual(draft(10, 11));
  expect(pressed(draft(10, 12), { ...day, view: "week" })).toEqual(draft(10, 12));
  expect(pressed(draft(10, 11), { ...day, view: "month" })).toEqual(draft(10, 34));
});

test("keys move by a step, change the end, and go from row to row as far as there are some", () => {
  const key = (inline: -1 | 0 | 1, block: -1 | 0 | 1, resizes = false) => ({ inline, block, resizes });
  const booked = draft(10, 12, { resourceId: 5 });
  const at5 = { resourceId: 5 };
  expect(keyed(booked, key(1, 0), day, [4, 5, 6])).toEqual(draft(10.25, 12.25, at5));
  expect(keyed(booked, key(-1, 0), day, [4, 5, 6])).toEqual(draft(9.75, 11.75, at5));
  expect(keyed(booked, key(0, 1), day, [4, 5, 6])).toEqual(draft(10, 12, { resourceId: 6 }));
  expect(keyed(booked, key(0, -1), day, [4, 5, 6])).toEqual(draft(10, 12, { resourceId: 4 }));
  expect(keyed(booked, key(0, 1), day, [4, 5])).toEqual(booked);
  expect(keyed(booked, key(1, 0, true), day, [5])).toEqual(draft(10, 12.25, at5));
  expect(keyed(booked, key(-1, 0, true), day, [5])).toEqual(draft(10, 11.75, at5));
  expect(keyed(draft(10, 10.25), key(-1, 0, true), day, [1])).toEqual(draft(10, 10.25));
});

test("two drafts are the same when nothing of them differs", () => {
  const one = draft(10, 12);
  expect([sameDraft(one, one), sameDraft(one, draft(10, 12)), sameDraft(null, null)]).toEqual([true, true, true]);
  const others = [
    null,
    draft(9, 12),
    draft(10, 11),
    draft(10, 12, { resourceId: 2 }),
    draft(10, 12, { bookingId: null }),
  ];
  expect(others.map((other) => [sameDraft(one, other), sameDraft(other, one)])).toEqual(
    others.map(() => [false, false]),
  );
});
