import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { groupBy } from "../../shared/kernel/group-by";
import { featureFolderOf } from "../support/feature-folders";

const tests = path.join(__dirname, "..");

/** "1" to rewrite all files, or the folder of a feature such as "requests/accounting" to rewrite its files only. */
const updated = process.env["UPDATE_ANSWERS"];

export const isUpdated = (folder: string): boolean => updated === "1" || updated === folder;

/** True for calls that don't have to run, because the files of another feature are rewritten. */
export const isSkipped = (call: string): boolean =>
  updated !== undefined && updated !== "1" && !isUpdated(featureFolderOf(call));

const fileOf = (folder: string, name: string): string => path.join(tests, folder, "expected", `${name}.txt`);

/** Lines of the files `expected/<name>.txt` of all features, each in its feature's folder under tests/. */
export function readSnapshot(name: string): string[] {
  return readdirSync(tests, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(path.join("expected", `${name}.txt`)))
    .flatMap((file) => readFileSync(path.join(tests, file), "utf8").trimEnd().split("\n"));
}

/**
 * Rewrites the files that UPDATE_ANSWERS selects.
 * @param folderOf the feature of a line; its first word is a call or an event unless stated otherwise
 */
export function writeSnapshot(name: string, lines: readonly string[], folderOf = featureFolderOf): void {
  if (updated === undefined) return;
  const linesByFolder = groupBy(lines, folderOf);
  const folders = new Set([...linesByFolder.keys(), ...readSnapshot(name).map(folderOf)]);
  for (const folder of [...folders].filter(isUpdated)) {
    const file = fileOf(folder, name);
    const own = linesByFolder.get(folder);
    if (own === undefined) rmSync(file);
    else {
      if (!existsSync(path.dirname(file))) mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, `${own.toSorted().join("\n")}\n`);
    }
  }
}

/**
 * Compares lines of the form "name: facts" with `expected/<name>.txt` in the folders of their features. UPDATE_ANSWERS rewrites the files.
 * @returns the differences, empty when all lines are equal.
 */
export function compareWithSnapshot(
  name: string,
  factsByKey: ReadonlyMap<string, string>,
  folderOf = featureFolderOf,
): string[] {
  const lines = [...factsByKey].map(([key, facts]) => `${key}: ${facts}`);
  writeSnapshot(name, lines, folderOf);
  const expected = readSnapshot(name);
  return [
    ...expected.filter((line) => !lines.includes(line)).map((line) => `- ${line}`),
    ...lines.filter((line) => !expected.includes(line)).map((line) => `+ ${line}`),
  ];
}

/** The outcomes of several people or calls, equal ones together: "hr, manager 403 permission.denied; employee 200". */
export function describeOutcomes(outcomes: readonly (readonly [name: string, outcome: string])[]): string {
  return [...groupBy(outcomes, ([, outcome]) => outcome)]
    .map(([outcome, group]) => `${group.map(([name]) => name).join(", ")} ${outcome}`)
    .join("; ");
}
