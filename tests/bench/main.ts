import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { buildPrograms } from "../support/programs";
import type { Results } from "./measure";
import { partsByThemselves, wholeParts } from "./parts";
import { printTable, writeDocument } from "./report";

/** What a whole benchmark has measured so far: it takes the better part of an hour, and a machine may end before. */
interface Kept {
  parts: string[];
  results: Results;
}

const file = path.resolve(__dirname, "../../.build/bench.json");
const nothing: Kept = {
  parts: [],
  results: {
    startup: null,
    scripts: [],
    backends: [],
    crowds: [],
    bookings: null,
    people: null,
    browser: null,
    grid: null,
    slow: [],
    growth: [],
  },
};

/**
 * Measures the built product on this machine, prints a table, and writes docs/performance.md.
 *
 *   npm run bench -- [--quick] [--resume] [--only <one of the parts in parts.ts>]
 *
 * `--resume` goes on with the parts that the last whole benchmark, which was stopped, had not come to.
 */
async function main(): Promise<void> {
  const flag = { type: "boolean", default: false } as const;
  const { values } = parseArgs({ options: { quick: flag, resume: flag, only: { type: "string" } } });
  const known = { ...wholeParts, ...partsByThemselves };
  if (values.only && !known[values.only])
    throw new Error(`There is no part ${values.only}. Known are ${Object.keys(known).join(", ")}.`);
  const whole = !values.only && !values.quick;
  const { parts: done, results } = values.resume && existsSync(file) ? read() : nothing;
  const names = (values.only ? [values.only] : Object.keys(wholeParts)).filter((name) => !done.includes(name));
  await buildPrograms(...(names.some((name) => known[name]?.inBrowser) ? (["client"] as const) : []));
  const size = { quick: values.quick, seconds: values.quick ? 3 : 10 };
  for (const name of names) {
    add(results, (await known[name]?.measure(size)) ?? {});
    done.push(name);
    if (whole) keep({ parts: done, results });
  }
  printTable(results);
  if (whole) {
    writeDocument(results);
    rmSync(file);
  }
  process.exit(0);
}

/** Lists grow, since two parts may each measure one of them. */
function add(results: Results, measured: Partial<Results>): void {
  for (const [name, figures] of Object.entries(measured)) {
    const key = name as keyof Results;
    const before = results[key];
    Object.assign(results, { [key]: Array.isArray(before) ? [...before, ...(figures as unknown[])] : figures });
  }
}

const read = () => JSON.parse(readFileSync(file, "utf8")) as Kept;

function keep(kept: Kept): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(kept));
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
