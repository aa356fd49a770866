import type ICAL from "ical.js";

/** A carriage return by itself, and whatever else some program takes for the end of a line. */
const strayLineEnds = /\r(?!\n)|[\v\f\u0085\u2028\u2029]/g;

/**
 * A calendar as it leaves us. The library escapes line feeds in what people have written and nothing else: behind a carriage
 * return their words would be properties of the calendar for programs that end lines there (RFC 5545 has CRLF alone).
 */
export const calendarOut = (calendar: ICAL.Component): string =>
  `${calendar.toString().replace(strayLineEnds, " ")}\r\n`;
