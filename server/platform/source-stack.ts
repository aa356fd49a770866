import { readFileSync } from "node:fs";
import path from "node:path";
import { originalPositionFor, TraceMap } from "@jridgewell/trace-mapping";

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
  const maps = new Map<string, TraceMap | null>(); // one stack refers to the same program many times
  const lines = (error.stack ?? `${error.name}: ${error.message}`).slice(-longest).split("\n");
  const short = lines.map((line) => line.slice(0, longestLine)).join("\n");
  return short.replace(position, (place, file, line, column) => {
    // The product's builds are in `.build` (scripts/build.mjs); packages aren't bundled.
    if (path.basename(path.dirname(file)) !== ".build") return place;
    const sourcePlace = remembered.get(place) ?? lookUp(maps, file, Number(line), Number(column)) ?? place;
    if (remembered.size < maxRemembered) remembered.set(place, sourcePlace);
    return sourcePlace;
  });
}

/** @param column counts from 1, as in a stack; in a source map, columns count from 0. */
function lookUp(maps: Map<string, TraceMap | null>, file: string, line: number, column: number): string | null {
  if (!maps.has(file)) maps.set(file, readMap(file));
  const map = maps.get(file);
  // Messages may quote positions that no stack has; the library throws for these.
  if (!map || line < 1 || column < 1) return null;
  const found = originalPositionFor(map, { line, column: column - 1 });
  return found.source === null
    ? null
    : `${path.resolve(path.dirname(file), found.source)}:${found.line}:${found.column + 1}`;
}

function readMap(file: string): TraceMap | null {
  try {
    return new TraceMap(readFileSync(`${file}.map`, "utf8"));
  } catch {
    return null; // built positions are still useful
  }
}
