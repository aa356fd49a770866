import type { Goal } from "./goal-definitions";
import { benchmarkGoals } from "./goals";
import { growthTable } from "./growth/table";
import type { BenchmarkResults } from "./measure";

export interface ReportRow {
  what: string;
  measured: Record<string, string>;
  goal: string;
  met: boolean | null;
}

export function reportRowsOf(results: BenchmarkResults): ReportRow[] {
  return benchmarkGoals.map((goal) => rowOf(goal, results)).filter((row) => Object.keys(row.measured).length > 0);
}

function rowOf({ what, goal, value, ofCrowd, text, ok }: Goal, results: BenchmarkResults): ReportRow {
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

export function printTable(results: BenchmarkResults): void {
  const rows = reportRowsOf(results);
  console.log(`\n${"what".padEnd(66)} ${"measured".padEnd(54)} goal`);
  for (const { what, measured, goal, met } of rows) {
    const figures = Object.entries(measured).map(([name, figure]) => (name ? `${name} ${figure}` : figure));
    console.log(`${what.padEnd(66)} ${figures.join("; ").padEnd(54)} ${goal} ${mark(met)}`);
  }
  for (const line of growthTable(results.growth)) console.log(line);
  for (const { route, kilobytes } of results.scripts) console.log(`${route.padEnd(66)}${kilobytes} kB gzipped`);
}
