import type { ByteRange } from "../platform/files/file-store";

/**
 * The one part that a `Range` header asks for. Null for the whole: no header, several parts, or nothing we understand;
 * all of those may be answered with everything.
 */
export function rangeOf(header: string | undefined, size: number): ByteRange | "unsatisfiable" | null {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? "");
  if (!match || (match[1] === "" && match[2] === "")) return null;
  const [, from = "", to = ""] = match;
  const start = from === "" ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === "" || to === "" ? size - 1 : Math.min(Number(to), size - 1);
  if (from !== "" && to !== "" && Number(to) < Number(from)) return null;
  return start >= size || (from === "" && Number(to) === 0) ? "unsatisfiable" : { start, end };
}
