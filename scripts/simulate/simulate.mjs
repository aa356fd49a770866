import { readFileSync } from "node:fs";
import path from "node:path";
import { simulate } from "./simulation.mjs";

/**
 * `npm run simulate`: how the product would do at ten, a hundred and ten thousand times today's load, by what its steps cost on the
 * machine where they were measured (costs.json, from `npm run bench`). docs/scale.md says what the sites mean.
 */
const read = (/** @type {string} */ name) => JSON.parse(readFileSync(path.join(import.meta.dirname, name), "utf8"));
const { measured, ...costs } = read("costs.json");
console.log(`With the costs of ${measured}.\n`);
const columns = [
  "site",
  "moves/s",
  "reads/s",
  "sent → seen p50 / p95 / p99",
  "server",
  "worker",
  "database",
  "may grow",
];
const rows = read("sites.json").map((/** @type {import("./simulation.mjs").Site} */ site) => {
  const { moves, reads, seen, busy, full, grows } = simulate(site, costs);
  const share = (/** @type {number} */ value) => `${Math.round(value * 100)} %`;
  const ms = (/** @type {number} */ value) => value.toFixed(1);
  return [
    site.name,
    moves.toFixed(moves < 10 ? 1 : 0),
    reads.toFixed(reads < 10 ? 1 : 0),
    `${ms(seen.p50)} / ${ms(seen.p95)} / ${ms(seen.p99)} ms`,
    share(busy.server),
    share(busy.worker),
    share(busy.database),
    `${grows.toFixed(1)} times (${full})`,
  ];
});
for (const row of [columns, columns.map(() => "---"), ...rows]) console.log(`| ${row.join(" | ")} |`);
