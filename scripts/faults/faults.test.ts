import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";

const root = path.resolve(__dirname, "../..");

/** The finder is an ES module, which Jest can't load itself. */
function asked<Answer>(lines: string): Answer {
  const script = `
    import { drawn, featureOf } from "./scripts/faults/draw.mjs";
    import { faultsIn, weights } from "./scripts/faults/find.mjs";
    import { placesIn, told } from "./scripts/faults/places.mjs";
    import { sources } from "./scripts/faults/syntax.mjs";
    const all = sources();
    ${lines}
    // A pipe takes what it is given a piece at a time.
    process.stdout.write("", () => process.exit());`;
  const run = spawnSync(process.execPath, ["--input-type=module", "-e", script], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 1e8,
  });
  if (run.status !== 0) throw new Error(run.stderr);
  return JSON.parse(run.stdout) as Answer;
}

test("faults of every kind are found; each changes its file, and the same seed draws the same", () => {
  const found = asked<{ kinds: string[]; unchanged: string[]; same: boolean; other: boolean }>(`
    const faults = all.flatMap(({ file, tree }) => faultsIn(file, tree));
    const text = new Map(all.map(({ file, tree }) => [file, tree.text]));
    const lines = new Map(all.map(({ file }) => [featureOf(file), 1]));
    const draw = (seed) => drawn(faults, lines, { seed, count: 20 }).map(({ id }) => id).join();
    console.log(JSON.stringify({
      kinds: Object.keys(weights).filter((kind) => !faults.some((fault) => fault.kind === kind)),
      unchanged: faults.filter(({ file, from, to, after }) => text.get(file).slice(from, to) === after).map(({ id }) => id),
      same: draw(1) === draw(1),
      other: draw(1) === draw(2),
    }));`);
  expect(found).toEqual({ kinds: [], unchanged: [], same: true, other: false });
});

test("what no test reaches says why, and no line is left of a guard that is gone", () => {
  const unreached = JSON.parse(readFileSync(path.join(__dirname, "unreached.json"), "utf8")) as Record<string, string>;
  const known = new Set(
    asked<string[]>(
      "console.log(JSON.stringify(all.flatMap(({ file, tree }) => placesIn(file, tree).map(({ id }) => id))));",
    ),
  );
  expect(Object.keys(unreached).filter((id) => !known.has(id))).toEqual([]);
  expect(Object.values(unreached).filter((why) => why.length < 20)).toEqual([]);
});
