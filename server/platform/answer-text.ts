import { setImmediate } from "node:timers/promises";

const inOnePiece = 200;

/**
 * JSON of an answer. A long list is put together some rows at a time, with what else waits in between: a few lists at once of
 * ten thousand rows each kept everybody else waiting for seconds.
 */
export async function textOfAnswer(answer: object): Promise<string> {
  const { data, ...rest } = answer as { data?: unknown };
  if (!Array.isArray(data) || data.length <= inOnePiece) return JSON.stringify(answer);
  const pieces: string[] = [];
  for (let at = 0; at < data.length; at += inOnePiece) {
    if (at > 0) await setImmediate();
    pieces.push(JSON.stringify(data.slice(at, at + inOnePiece)).slice(1, -1));
  }
  const more = JSON.stringify(rest).slice(1, -1);
  return `{"data":[${pieces.join()}]${more && `,${more}`}}`;
}
