import { setImmediate } from "node:timers/promises";
import type ICAL from "ical.js";

/** A carriage return by itself, and whatever else some program takes for the end of a line. */
const strayLineEnds = /\r(?!\n)|[\v\f\u0085\u2028\u2029]/g;

/**
 * A calendar as it leaves us. The library escapes line feeds in what people have written and nothing else: behind a carriage
 * return their words would be properties of the calendar for programs that end lines there (RFC 5545 has CRLF alone).
 */
export const calendarOut = (calendar: ICAL.Component): string =>
  `${calendar.toString().replace(strayLineEnds, " ")}\r\n`;

const end = "END:VCALENDAR";
const inOnePiece = 50;

/**
 * A calendar with an event for each of these, put together some at a time, with what else waits in between: thousands with long
 * notes take a second.
 */
export async function calendarOfMany<Row>(
  calendar: ICAL.Component,
  rows: readonly Row[],
  eventOf: (row: Row) => ICAL.Component,
): Promise<string> {
  const pieces = [calendar.toString().slice(0, -end.length)];
  for (let at = 0; at < rows.length; at += inOnePiece) {
    if (at > 0) await setImmediate();
    const some = rows.slice(at, at + inOnePiece).map((row) => `${eventOf(row).toString()}\r\n`);
    pieces.push(some.join("").replace(strayLineEnds, " "));
  }
  return `${pieces.join("")}${end}\r\n`;
}
