import { setImmediate } from "node:timers/promises";
import ICAL from "ical.js";

/** A lone carriage return and other characters that some programs treat as line ends. */
const strayLineEnds = /\r(?!\n)|[\v\f\u0085\u2028\u2029]/g;

const lineOctets = 75;
const octetsOf = (character: string) => Buffer.byteLength(character);

/**
 * Folds content lines at 75 octets, never inside a character (RFC 5545, 3.1). The library doesn't count the leading space of a continuation
 * line.
 */
function folded(text: string): string {
  const lines = text.replaceAll("\r\n ", "").split("\r\n");
  return lines.map(foldedLine).join("\r\n");
}

function foldedLine(line: string): string {
  if (octetsOf(line) <= lineOctets) return line;
  let folded = "";
  let octets = 0;
  for (const character of line) {
    const characterOctets = octetsOf(character);
    if (octets + characterOctets > lineOctets) {
      folded += "\r\n ";
      octets = 1;
    }
    folded += character;
    octets += characterOctets;
  }
  return folded;
}

/** The library escapes only line feeds in text: programs that split lines at other characters would parse the rest as properties. */
const textOf = (component: ICAL.Component): string => folded(component.toString().replace(strayLineEnds, " "));

/** A published calendar without events. `product` names the feature. */
export function newCalendar(product: string, name: string): ICAL.Component {
  const calendar = new ICAL.Component("vcalendar");
  calendar.addPropertyWithValue("version", "2.0");
  calendar.addPropertyWithValue("prodid", `-//Task Management//${product}//EN`);
  calendar.addPropertyWithValue("calscale", "GREGORIAN");
  calendar.addPropertyWithValue("method", "PUBLISH");
  calendar.addPropertyWithValue("x-wr-calname", name);
  // The library adds the VALUE parameter for non-text values.
  calendar.addPropertyWithValue("refresh-interval", ICAL.Duration.fromString("PT1H"));
  return calendar;
}

/** Serializes a calendar with CRLF after each line, including the last. */
export const serializeCalendar = (calendar: ICAL.Component): string => `${textOf(calendar)}\r\n`;

const end = "END:VCALENDAR";
const chunkSize = 50;

/**
 * Serializes a calendar with one event per row in chunks that yield to the event loop: thousands of events with long notes take a second.
 */
export async function buildCalendarText<Row>(
  calendar: ICAL.Component,
  rows: readonly Row[],
  eventOf: (row: Row) => ICAL.Component,
): Promise<string> {
  const pieces = [textOf(calendar).slice(0, -end.length)];
  for (let at = 0; at < rows.length; at += chunkSize) {
    if (at > 0) await setImmediate();
    pieces.push(...rows.slice(at, at + chunkSize).map((row) => `${textOf(eventOf(row))}\r\n`));
  }
  return `${pieces.join("")}${end}\r\n`;
}
