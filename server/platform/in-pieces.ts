import { setImmediate } from "node:timers/promises";

/**
 * What `of` makes of each row of a long list, with what else waits in between: `atOnce` of them should take a few milliseconds.
 */
export async function inPieces<Row, Made>(
  rows: readonly Row[],
  atOnce: number,
  of: (row: Row) => Made,
): Promise<Made[]> {
  const made: Made[] = [];
  for (let at = 0; at < rows.length; at += atOnce) {
    if (at > 0) await setImmediate();
    for (const row of rows.slice(at, at + atOnce)) made.push(of(row));
  }
  return made;
}

/** Values of an answer that are put together without looking around: less than a millisecond. */
const inOnePiece = 1_000;

/**
 * JSON of an answer. A long one is put together some values at a time, wherever in it they are, with what else waits in between: a few
 * lists at once of ten thousand rows each kept everybody else waiting for seconds.
 */
export async function textOfAnswer(answer: object): Promise<string> {
  return (await textOf(answer)) as string;
}

/** Undefined, as JSON has it, for what it says nothing of. */
async function textOf(value: unknown): Promise<string | undefined> {
  if (left(value, inOnePiece) >= 0) return JSON.stringify(value);
  await setImmediate();
  return Array.isArray(value) ? listText(value) : objectText(value as object);
}

async function listText(list: readonly unknown[]): Promise<string> {
  const texts: string[] = [];
  for (let at = 0; at < list.length; ) {
    const end = endOfPiece(list, at);
    if (end > at) texts.push(JSON.stringify(list.slice(at, end)).slice(1, -1));
    else texts.push((await textOf(list[at])) as string);
    at = Math.max(end, at + 1);
    await setImmediate();
  }
  return `[${texts.join()}]`;
}

async function objectText(members: object): Promise<string> {
  const texts: string[] = [];
  for (const [name, member] of Object.entries(members)) {
    const text = await textOf(member);
    if (text !== undefined) texts.push(`${JSON.stringify(name)}:${text}`);
  }
  return `{${texts.join()}}`;
}

/** Up to where the members of a list from `at` on make one piece: `at` itself when that one is more. */
function endOfPiece(list: readonly unknown[], at: number): number {
  let room = inOnePiece;
  let end = at;
  while (end < list.length) {
    room = left(list[end], room);
    if (room < 0) break;
    end += 1;
  }
  return end;
}

/** How many of `room` values are left when those of `value` are counted; less than 0, and no more counted, when there are more. */
function left(value: unknown, room: number): number {
  if (!hasMembers(value)) return room - 1;
  let rest = room - 1;
  // By index and by name, without lists of either: every answer is counted, and this takes a tenth of the time of its JSON.
  if (Array.isArray(value)) for (let at = 0; at < value.length && rest >= 0; at++) rest = left(value[at], rest);
  else for (const name in value) if (rest >= 0) rest = left(value[name], rest);
  return rest;
}

/** Not a date, nor what else says itself what its JSON is. */
const hasMembers = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && typeof (value as { toJSON?: unknown }).toJSON !== "function";
