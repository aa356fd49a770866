import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

const folder = path.join(__dirname, "kept-answers");

/**
 * Compares lines of the form "name: facts" with the file of that name in kept-answers/. `UPDATE_ANSWERS=1` rewrites the file.
 * @returns the differences, empty when all lines are equal.
 */
export function compareWithSnapshot(name: string, now: ReadonlyMap<string, string>): string[] {
  const file = path.join(folder, `${name}.txt`);
  const lines = [...now].map(([key, facts]) => `${key}: ${facts}`).toSorted();
  if (process.env["UPDATE_ANSWERS"]) writeFileSync(file, `${lines.join("\n")}\n`);
  const kept = existsSync(file) ? readFileSync(file, "utf8").trimEnd().split("\n") : [];
  return [
    ...kept.filter((line) => !lines.includes(line)).map((line) => `- ${line}`),
    ...lines.filter((line) => !kept.includes(line)).map((line) => `+ ${line}`),
  ];
}
