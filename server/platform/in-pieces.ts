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

const inOnePiece = 200;

/**
 * JSON of an answer. A long list is put together some rows at a time, with what else waits in between: a few lists at once of
 * ten thousand rows each kept everybody else waiting for seconds. So are lists within what is answered, as those of a report.
 */
export async function textOfAnswer(answer: object): Promise<string> {
  const { data, ...rest } = answer as { data?: unknown };
  const text = Array.isArray(data) ? await listText(data) : await objectText(data);
  const more = JSON.stringify(rest).slice(1, -1);
  if (text === undefined) return `{${more}}`;
  return `{"data":${text}${more && `,${more}`}}`;
}

const isLong = (value: unknown): value is unknown[] => Array.isArray(value) && value.length > inOnePiece;

async function listText(list: readonly unknown[]): Promise<string> {
  const starts = Array.from({ length: Math.ceil(list.length / inOnePiece) }, (_, piece) => piece * inOnePiece);
  const pieces = await inPieces(starts, 1, (at) => JSON.stringify(list.slice(at, at + inOnePiece)).slice(1, -1));
  return `[${pieces.join()}]`;
}

/** Undefined, as JSON has it, for what it says nothing of. */
async function objectText(data: unknown): Promise<string | undefined> {
  const members = typeof data === "object" && data !== null ? Object.entries(data) : [];
  if (!members.some(([, value]) => isLong(value))) return JSON.stringify(data);
  const texts: string[] = [];
  for (const [name, value] of members) {
    const text = isLong(value) ? await listText(value) : JSON.stringify(value);
    if (text !== undefined) texts.push(`${JSON.stringify(name)}:${text}`);
  }
  return `{${texts.join()}}`;
}
