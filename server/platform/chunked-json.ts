import { setImmediate } from "node:timers/promises";

/** Maps a long list and yields to the event loop after every `atOnce` rows, which should take a few milliseconds. */
export async function mapInChunks<Row, Made>(
  rows: readonly Row[],
  atOnce: number,
  of: (row: Row) => Made,
): Promise<Made[]> {
  const results: Made[] = [];
  for (let at = 0; at < rows.length; at += atOnce) {
    if (at > 0) await setImmediate();
    for (const row of rows.slice(at, at + atOnce)) results.push(of(row));
  }
  return results;
}

/** Number of values serialized without yielding, which takes less than a millisecond. */
const chunkSize = 1_000;

/**
 * Serializes a response to JSON. Long responses are serialized in chunks that yield to the event loop: a few concurrent lists of 10,000
 * rows blocked it for seconds.
 */
export async function stringifyInChunks(answer: object): Promise<string> {
  return (await textOf(answer)) as string;
}

/** Returns undefined for values that JSON omits. */
async function textOf(value: unknown): Promise<string | undefined> {
  if (left(value, chunkSize) >= 0) return JSON.stringify(value);
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

/** End index of the chunk of list items that starts at `at`: `at` itself if that item alone exceeds the chunk size. */
function endOfPiece(list: readonly unknown[], at: number): number {
  let room = chunkSize;
  let end = at;
  while (end < list.length) {
    room = left(list[end], room);
    if (room < 0) break;
    end += 1;
  }
  return end;
}

/** Remaining capacity after counting the values in `value`; negative when exceeded, and counting stops there. */
function left(value: unknown, room: number): number {
  if (!hasMembers(value)) return room - 1;
  let rest = room - 1;
  // Iterates without creating arrays of keys: every response is counted, and this takes 10 percent of the time of its serialization.
  if (Array.isArray(value)) for (let at = 0; at < value.length && rest >= 0; at++) rest = left(value[at], rest);
  else for (const name in value) if (rest >= 0) rest = left(value[name], rest);
  return rest;
}

/** Excludes dates and other values with their own `toJSON`. */
const hasMembers = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && typeof (value as { toJSON?: unknown }).toJSON !== "function";
