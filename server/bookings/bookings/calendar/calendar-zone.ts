import ICAL from "ical.js";
import { elapsedDayMs } from "../../../../shared/kernel/elapsed-time";
import { localTimeAt } from "../../../../shared/kernel/wall-clock";

const minuteMs = 60_000;

const offsetAt = (at: number, timeZone: string): number => localTimeAt(at, timeZone) - at;

/** Finds the first minute between `from` and `until` that has the offset of `until`, by bisection. */
function changeBetween(from: number, until: number, timeZone: string): number {
  const offset = offsetAt(until, timeZone);
  let [before, after] = [from, until];
  while (after - before > minuteMs) {
    const middle = before + Math.floor((after - before) / 2 / minuteMs) * minuteMs;
    if (offsetAt(middle, timeZone) === offset) after = middle;
    else before = middle;
  }
  return after;
}

const wallText = (wall: number) => new Date(wall).toISOString().slice(0, 19);
const utcOffset = (ms: number) => ICAL.UtcOffset.fromSeconds(Math.round(ms / 1_000));

/**
 * A VTIMEZONE as RFC 5545 requires for times with a TZID, with each offset change between the two times listed individually. Calendar
 * programs then need no recurrence rules, which could be outdated.
 */
export function zoneComponent(timeZone: string, from: number, until: number): ICAL.Component {
  const component = new ICAL.Component("vtimezone");
  component.addPropertyWithValue("tzid", timeZone);
  const start = Math.floor(from / elapsedDayMs) * elapsedDayMs;
  const observe = (at: number, before: number, after: number, isDaylight: boolean) => {
    const observance = new ICAL.Component(isDaylight ? "daylight" : "standard");
    observance.addPropertyWithValue("dtstart", ICAL.Time.fromDateTimeString(wallText(at + before)));
    observance.addPropertyWithValue("tzoffsetfrom", utcOffset(before));
    observance.addPropertyWithValue("tzoffsetto", utcOffset(after));
    component.addSubcomponent(observance);
  };
  const offsets = new Set<number>();
  const changes: { at: number; before: number; after: number }[] = [];
  for (let at = start; at < until; at += elapsedDayMs) {
    const [before, after] = [offsetAt(at, timeZone), offsetAt(at + elapsedDayMs, timeZone)];
    offsets.add(before).add(after);
    if (before !== after) changes.push({ at: changeBetween(at, at + elapsedDayMs, timeZone), before, after });
  }
  const standard = Math.min(...offsets, offsetAt(start, timeZone));
  const first = offsetAt(start, timeZone);
  observe(start, first, first, first > standard);
  for (const { at, before, after } of changes) observe(at, before, after, after > standard);
  return component;
}
