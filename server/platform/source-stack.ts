import { readFileSync } from "node:fs";
import path from "node:path";

/** What errors say may quote what somebody sent, as long as that was: of each line so much is looked at, and of all of them so much kept. */
const longestLine = 1_000;
const longest = 20_000;

const position = /([^\s()]+\.js):(\d+):(\d+)/g;
const mostRemembered = 1_000;

/** As `file:line:column`. The same few failures are written again and again: of those no map is read twice. */
const remembered = new Map<string, string>();

/**
 * Where something failed, in the sources' own lines. Node could do that itself (`--enable-source-maps`), but reads every
 * map when a program starts, those of the packages included, and keeps them: 50 MB a process for what is hardly ever
 * asked.
 */
export function sourceStack(error: Error): string {
  const maps = new Map<string, Mapped | null>(); // one stack leads to one program, many times
  const lines = (error.stack ?? `${error.name}: ${error.message}`).slice(-longest).split("\n");
  const short = lines.map((line) => line.slice(0, longestLine)).join("\n");
  return short.replace(position, (place, file, line, column) => {
    // What is built by us (scripts/build.mjs); packages stand there as they are.
    if (path.basename(path.dirname(file)) !== ".build") return place;
    const known = remembered.get(place) ?? lookUp(maps, file, Number(line) - 1, Number(column) - 1) ?? place;
    if (remembered.size < mostRemembered) remembered.set(place, known);
    return known;
  });
}

interface Mapped {
  sources: string[];
  mappings: string;
}

function lookUp(maps: Map<string, Mapped | null>, file: string, line: number, column: number): string | null {
  if (!maps.has(file)) maps.set(file, readMap(file));
  const map = maps.get(file);
  const found = map ? sourceOf(map.mappings, line, column) : null;
  if (!map || !found) return null;
  const source = path.resolve(path.dirname(file), map.sources[found.source] ?? "");
  return `${source}:${found.line + 1}:${found.column + 1}`;
}

function readMap(file: string): Mapped | null {
  try {
    return JSON.parse(readFileSync(`${file}.map`, "utf8")) as Mapped;
  } catch {
    return null; // the built lines say something too
  }
}

const digits = new Uint8Array(128);
for (const [at, digit] of [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"].entries()) {
  digits[digit.charCodeAt(0)] = at;
}
const [comma, semicolon] = [",".charCodeAt(0), ";".charCodeAt(0)];

/**
 * Reads mappings up to one place and keeps nothing: Node's own SourceMap makes an object of each of two hundred thousand,
 * which holds everybody up for a third of a second. A segment is up to five numbers (column here; source, line and column
 * there; name), each the difference to the last of its kind, in digits of five bits with the sign lowest of all.
 */
function sourceOf(mappings: string, line: number, column: number) {
  const numbers = new Int32Array(5);
  let found: { source: number; line: number; column: number } | null = null;
  let [current, field, value, shift] = [0, 0, 0, 0];
  for (let at = 0; at <= mappings.length; at++) {
    const letter = at < mappings.length ? mappings.charCodeAt(at) : semicolon;
    if (letter === comma || letter === semicolon) {
      if (current === line && field > 1) found = before(numbers, column) ?? found;
      field = 0;
      if (letter === comma) continue;
      if (++current > line) break;
      numbers[0] = 0;
      continue;
    }
    const digit = digits[letter] ?? 0;
    value |= (digit & 31) << shift;
    shift += 5;
    if (digit & 32) continue;
    numbers[field] = (numbers[field] ?? 0) + (value & 1 ? -(value >> 1) : value >> 1);
    field++;
    value = 0;
    shift = 0;
  }
  return found;
}

function before([here = 0, source = 0, line = 0, originalColumn = 0]: Int32Array, column: number) {
  return here <= column ? { source, line, column: originalColumn } : null;
}
