import type { ByteRange } from "./file-store";

/**
 * Parses a `Range` header with a single range. Returns null, meaning the whole file, for a missing, multiple or invalid range, as HTTP
 * permits.
 */
export function parseByteRange(header: string | undefined, size: number): ByteRange | "unsatisfiable" | null {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? "");
  if (!match || (match[1] === "" && match[2] === "")) return null;
  const [, from = "", to = ""] = match;
  const start = from === "" ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === "" || to === "" ? size - 1 : Math.min(Number(to), size - 1);
  if (from !== "" && to !== "" && Number(to) < Number(from)) return null;
  return start >= size || (from === "" && Number(to) === 0) ? "unsatisfiable" : { start, end };
}
