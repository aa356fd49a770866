import { changeName, clockChangePairs } from "../../../../tests/support/clock-changes";
import { addDays } from "../../../../shared/kernel/days";
import { instantAtLocalTime, localDayAt, localDayStartAt, localTimeAt } from "../../../../shared/kernel/wall-clock";
import { draftAfterKey, draftFromClick, draftWhileDragging, type SlotDraft } from "./grid.drag";
import { gridRangeOf, timeAtFraction } from "./grid.time";

const clockOf = (at: number, timeZone: string) => new Date(localTimeAt(at, timeZone)).toISOString().slice(0, 16);
const key = (inline: 1 | -1) => ({ inline, block: 0, resizes: false }) as const;

/** Yields, for each clock change, the month grid of a tenant in another zone and a booking from 10:00 to 11:00 on the day before. */
function* cases() {
  for (const change of clockChangePairs) {
    const { timeZone, at } = change;
    const day = localDayAt(at, timeZone);
    const before = addDays(day, -1);
    const instantOn = (time: string) => instantAtLocalTime(Date.parse(`${before}T${time}:00Z`), timeZone);
    const draft: SlotDraft = { resourceId: 1, bookingId: 7, from: instantOn("10:00"), until: instantOn("11:00") };
    yield { name: changeName(change), timeZone, at, day, before, draft };
  }
}
const times = ({ from, until }: SlotDraft, timeZone: string) => [clockOf(from, timeZone), clockOf(until, timeZone)];

test("a booking moves by a day to the same local time in every zone, by mouse and key", () => {
  for (const { name, timeZone, day, before, draft } of cases()) {
    const month = gridRangeOf("month", before, [], "UTC");
    const count = month.visibleSpans.length;
    const part = (of: string) => (Number(of.slice(8)) - 0.5) / count;
    const expected = [name, `${day}T10:00`, `${day}T11:00`];
    expect([name, ...times(draftAfterKey(draft, key(1), month, [1], timeZone), timeZone)]).toEqual(expected);
    if (day.slice(0, 7) !== before.slice(0, 7)) continue;
    const press = { grip: "move" as const, at: timeAtFraction(month, part(before)), before: draft };
    expect([name, ...times(draftWhileDragging(press, month, part(day), 1, timeZone), timeZone)]).toEqual(expected);
  }
});

test("a press in the month view selects the whole day in every zone", () => {
  for (const { name, timeZone, day } of cases()) {
    const at = localDayStartAt(day, "UTC");
    const draft = { resourceId: 1, bookingId: null, from: at, until: at };
    const { from, until } = draftFromClick(draft, gridRangeOf("month", day, [], "UTC"), timeZone);
    const whole = [localDayStartAt(day, timeZone), localDayStartAt(day, timeZone, 1)];
    expect([name, from, until]).toEqual([name, ...whole]);
  }
});

test("keys in the day view pass the clock change of every zone in both directions", () => {
  for (const { timeZone, at, day, draft } of cases()) {
    const range = gridRangeOf("day", day, [], timeZone);
    const start = at - 3 * 900_000;
    let moved: SlotDraft = { ...draft, from: start, until: start + 900_000 };
    for (let n = 1; n <= 6; n++) {
      moved = draftAfterKey(moved, key(1), range, [1], timeZone);
      expect(moved.from).toBe(start + n * 900_000);
    }
    for (let n = 5; n >= 0; n--) moved = draftAfterKey(moved, key(-1), range, [1], timeZone);
    expect([moved.from, moved.until]).toEqual([start, start + 900_000]);
  }
});
