import { readdirSync } from "node:fs";
import path from "node:path";
import type { FeatureDefinition } from "../../shared/kernel/feature";

const shared = path.join(__dirname, "../../shared");

/** Folder of the feature, such as "requests/accounting", by the prefix of its calls and by the kind of its events. */
const folders = new Map<string, string>(
  readdirSync(shared, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.(?:feature|calls)\.ts$/.test(file))
    .flatMap((file) => {
      // Nested parts such as bookings/bookings/approval belong to their feature.
      const folder = file.split(path.sep).slice(0, 2).join("/");
      const definitions = Object.values(require(path.join(shared, file)) as Record<string, FeatureDefinition>);
      return definitions
        .flatMap(({ contracts = {}, events = {} }) => [...Object.keys(contracts), ...Object.keys(events)])
        .map((name): [string, string] => [name, folder]);
    }),
);

/**
 * @param name a call such as "accounting.previewAccountingExport", or a kind of event, each with any suffix
 * @throws Error when no feature lists it.
 */
export function featureFolderOf(name: string): string {
  const [event] = name.split(/[ :?]/, 1) as [string];
  const folder = folders.get(event) ?? folders.get(event.slice(0, event.indexOf(".")));
  if (folder === undefined) throw new Error(`No feature lists ${name}`);
  return folder;
}
