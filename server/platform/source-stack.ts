import { readFileSync } from "node:fs";
import path from "node:path";

/** Limits in characters of an examined line and of the result, because messages may quote user input of any length. */
const longestLine = 1_000;
const longest = 20_000;

const position = /([^\s()]+\.js):(\d+):(\d+)/g;
const maxRemembered = 1_000;

/** Cache by `file:line:column`: the same few failures repeat, so each position is looked up only once. */
const remembered = new Map<string, string>();

/**
 * Maps a stack to source positions. Node's `--enable-source-maps` would read and keep every source map at start, including those of
 * packages, which takes 50 MB per process.
 */
export function sourceStack(error: Error): string {
  const maps = new Map<string, Mapped | null>(); // one stack refers to the same program many times
  const lines = (error.stack ?? `${error.name}: ${error.message}`).slice(-longest).split("\n");
  const short = lines.map((line) => line.slice(0, longestLine)).join("\n");
  return short.replace(position, (place, file, line, column) => {
    // The product's builds are in `.build` (scripts/build.mjs); packages aren't bundled.
    if (path.basename(path.dirname(file)) !== ".build") return place;
    const known = remembered.get(place) ?? lookUp(maps, file, Number(line) - 1, Number(column) - 1) ?? place;
    if (remembered.size < maxRemembered) remembered.set(place, known);
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
    return null; // built positions are still useful
  }
}

const digits = new Uint8Array(128);
for (const [at, digit] of [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"].entries()) {
  digits[digit.charCodeAt(0)] = at;
}
const [comma, semicolon] = [",".charCodeAt(0), ";".charCodeAt(0)];

/**
 * Decodes mappings up to one position without storing them: Node's SourceMap creates 200,000 objects, which blocks the event loop for a
 * third of a second. A segment has up to five VLQ numbers (generated column; source, line, column; name), each relative to the previous
 * number of the same kind.
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
