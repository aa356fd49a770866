import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { buildPrograms } from "../support/programs";
import type { BenchmarkResults } from "./measure";
import { optionalParts, defaultParts } from "./parts";
import { printTable } from "./report";

/** Intermediate results of a whole benchmark, which takes most of an hour and may be interrupted. */
interface Progress {
  parts: string[];
  results: BenchmarkResults;
}

const file = path.resolve(__dirname, "../../.build/bench.json");
const nothing: Progress = {
  parts: [],
  results: {
    startup: null,
    scripts: [],
    backends: [],
    crowds: [],
    bookings: null,
    people: null,
    search: null,
    palette: null,
    browser: null,
    calendar: null,
    grid: null,
    slow: [],
    growth: [],
  },
};

/**
 * Measures the built product on this machine and prints a table with the goals.
 *
 *   npm run bench -- [--quick] [--resume] [--only <one of the parts in parts.ts>]
 *
 * `--resume` continues an interrupted benchmark with its remaining parts.
 */
async function main(): Promise<void> {
  const flag = { type: "boolean", default: false } as const;
  const { values } = parseArgs({ options: { quick: flag, resume: flag, only: { type: "string" } } });
  const allParts = { ...defaultParts, ...optionalParts };
  if (values.only && !allParts[values.only])
    throw new Error(`There is no part ${values.only}. Known are ${Object.keys(allParts).join(", ")}.`);
  const whole = !values.only && !values.quick;
  const { parts: done, results } = values.resume && existsSync(file) ? read() : nothing;
  const names = (values.only ? [values.only] : Object.keys(defaultParts)).filter((name) => !done.includes(name));
  await buildPrograms(...(names.some((name) => allParts[name]?.inBrowser) ? (["client"] as const) : []));
  const size = { quick: values.quick, seconds: values.quick ? 3 : 10 };
  for (const name of names) {
    add(results, (await allParts[name]?.measure(size)) ?? {});
    done.push(name);
    if (whole) keep({ parts: done, results });
  }
  printTable(results);
  if (whole) rmSync(file);
  process.exit(0);
}

/** Adds the results of one part. Lists are concatenated, because two parts may contribute to the same list. */
function add(results: BenchmarkResults, measured: Partial<BenchmarkResults>): void {
  for (const [name, figures] of Object.entries(measured)) {
    const key = name as keyof BenchmarkResults;
    const before = results[key];
    Object.assign(results, { [key]: Array.isArray(before) ? [...before, ...(figures as unknown[])] : figures });
  }
}

const read = () => JSON.parse(readFileSync(file, "utf8")) as Progress;

function keep(progress: Progress): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(progress));
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
