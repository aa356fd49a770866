import { readFileSync } from "node:fs";
import path from "node:path";

/** @typedef {import("./find.mjs").Fault & { before: string, now: string, result: string, by: string, run: number, of: number }} Tried */

/** @param {Tried} tried */
export function wordsOf({ result, kind, file, line, id, before, now, by, run, of }) {
  return `${result.toUpperCase().padEnd(8)} ${kind} ${file}:${line}  ${id}\n    - ${before}\n    + ${now}\n    ${by} (${run} of ${of} files)`;
}

/** What survived, and how many were caught: of each kind, of each folder, of all. @param {Tried[]} tried */
export function tell(tried) {
  /** @type {Record<string, string>} */
  const equivalent = JSON.parse(readFileSync(path.join(import.meta.dirname, "equivalent.json"), "utf8"));
  const survived = tried.filter(({ result }) => result === "survived");
  for (const each of survived)
    console.log(wordsOf(each), equivalent[each.id] ? `\n    changes nothing: ${equivalent[each.id]}` : "");
  const counted = tried.filter(
    ({ id, result }) => !["invalid", "late"].includes(result) && !(result === "survived" && equivalent[id]),
  );
  for (const key of ["kind", "folder", "all"]) {
    /** @type {Map<string, [number, number]>} */
    const sums = new Map();
    for (const { kind, file, result } of counted) {
      const name = key === "kind" ? kind : key === "folder" ? (file.split("/")[0] ?? "") : "all";
      const [caught, drawnOnes] = sums.get(name) ?? [0, 0];
      sums.set(name, [caught + (result === "caught" ? 1 : 0), drawnOnes + 1]);
    }
    console.log([...sums].map(([name, [caught, of]]) => `${name} ${caught}/${of}`).join(", "));
  }
}
