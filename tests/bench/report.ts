import { readFileSync, writeFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import path from "node:path";
import type { Goal } from "./goal-lines";
import { goals } from "./goals";
import { growthTable } from "./growth/table";
import type { Results } from "./measure";

/** The figures as rows that read alike on a terminal and in a document. */
export interface Row {
  what: string;
  measured: Record<string, string>;
  goal: string;
  met: boolean | null;
}

export function rowsOf(results: Results): Row[] {
  return goals.map((goal) => rowOf(goal, results)).filter((row) => Object.keys(row.measured).length > 0);
}

function rowOf({ what, goal, value, ofCrowd, text, ok }: Goal, results: Results): Row {
  const measured: Record<string, string> = {};
  const verdicts: boolean[] = [];
  const figures: [string, unknown][] = [
    ...results.backends.map((backend): [string, unknown] => [backend.name, value(backend, results)]),
    ...(ofCrowd ? results.crowds.map((crowd): [string, unknown] => [crowd.name, ofCrowd(crowd)]) : []),
    ["", value(null, results)],
  ];
  for (const [name, figure] of figures) {
    if (figure === null) continue;
    measured[name] = text(figure);
    if (ok) verdicts.push(ok(figure, name));
  }
  return { what, measured, goal, met: ok && verdicts.length > 0 ? verdicts.every(Boolean) : null };
}

const mark = (met: boolean | null) => (met === null ? "" : met ? "✓" : "✗");

export function printTable(results: Results): void {
  const rows = rowsOf(results);
  console.log(`\n${"what".padEnd(66)} ${"measured".padEnd(54)} goal`);
  for (const { what, measured, goal, met } of rows) {
    const figures = Object.entries(measured).map(([name, figure]) => (name ? `${name} ${figure}` : figure));
    console.log(`${what.padEnd(66)} ${figures.join("; ").padEnd(54)} ${goal} ${mark(met)}`);
  }
  for (const line of growthTable(results.growth)) console.log(line);
  for (const { route, kilobytes } of results.scripts) console.log(`${route.padEnd(66)}${kilobytes} kB gzipped`);
}

const begin = "<!-- measured: begin (written by npm run bench) -->";
const end = "<!-- measured: end -->";

/** Replaces the measured part of docs/performance.md; what people wrote around it stays. */
export function writeDocument(results: Results): void {
  const file = path.resolve(__dirname, "../../docs/performance.md");
  const before = readFileSync(file, "utf8");
  const [from, to] = [before.indexOf(begin), before.indexOf(end)];
  if (from < 0 || to < 0) throw new Error(`docs/performance.md has lost its marks: ${begin}`);
  writeFileSync(file, `${before.slice(0, from)}${begin}\n\n${documentOf(results)}\n${before.slice(to)}`);
}

function documentOf(results: Results): string {
  const names = [...new Set([...results.backends, ...results.crowds].map(({ name }) => name))];
  const machine = `${cpus().length} × ${cpus()[0]?.model.trim() ?? "unknown"}, ${Math.round(totalmem() / 2 ** 30)} GB, Node.js ${process.versions.node}, ${process.platform}`;
  const lines = [
    `Measured on ${new Date().toISOString().slice(0, 10)}: ${machine}. Load generator, database and Redis on the same machine.`,
    "",
  ];
  lines.push(`| what | ${[...names, "goal", ""].join(" | ")} |`, `|---|${names.map(() => "---|").join("")}---|---|`);
  for (const { what, measured, goal, met } of rowsOf(results)) {
    const alike = measured[""];
    const cells = names.map((name) => measured[name] ?? alike ?? "");
    lines.push(`| ${[what, ...cells, goal, mark(met)].join(" | ")} |`);
  }
  lines.push(...growthTable(results.growth));
  if (results.scripts.length > 0) {
    lines.push("", "Script that a browser loads, gzipped:", "", "| route | kB |", "|---|---|");
    for (const { route, kilobytes } of results.scripts) lines.push(`| ${route} | ${kilobytes} |`);
  }
  return `${lines.join("\n")}\n`;
}
