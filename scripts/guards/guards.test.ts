import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";

interface Guard {
  id: string;
  kind: "throw" | "if";
}

const root = path.resolve(__dirname, "../..");

/** The finder is an ES module, which Jest can't load itself. */
function asked<Answer>(expression: string): Answer {
  const script = `import { allGuards, counted, guardsIn } from "./scripts/guards/find.mjs";
    console.log(JSON.stringify(${expression}));`;
  const run = spawnSync(process.execPath, ["--input-type=module", "-e", script], { cwd: root, encoding: "utf8" });
  return JSON.parse(run.stdout) as Answer;
}

test("what no test reaches says why, and no line is left of a guard that is gone", () => {
  const unreached = JSON.parse(readFileSync(path.join(__dirname, "unreached.json"), "utf8")) as Record<string, string>;
  const refusals = asked<Guard[]>(`allGuards(${JSON.stringify(root)})`).filter(({ kind }) => kind === "throw");
  const known = new Set(refusals.map(({ id }) => id));
  expect(Object.keys(unreached).filter((id) => !known.has(id))).toEqual([]);
  expect(Object.values(unreached).filter((why) => why.length < 20)).toEqual([]);
});

const source = `
// throw new Error("in a comment") is none
export async function open(id) {
  if (!/^a(?:[/?]|$)/.test(id) || (await shut(id))) throw new Problem("notFound");
  if (id === ")") {
    return;
  }
  throw id === "x" ? new Error() : refused;
}
`;

test("guards are found by their words, outside comments, and tell that they were come to", () => {
  const ids = asked<Guard[]>(`guardsIn("a.ts", ${JSON.stringify(source)})`).map(({ id }) => id);
  expect(ids).toEqual(["a.ts#open:if", "a.ts#open:throw", "a.ts#open:if.2", "a.ts#open:throw.2"]);
  const told = asked<string>(`counted("a.ts", ${JSON.stringify(source)}, "/seen")`).split("\n");
  const seen = (id: string) => `require("/seen")("a.ts#open:${id}"`;
  expect(told.slice(3, 5)).toEqual([
    `  if (${seen("if")}, !!(!/^a(?:[/?]|$)/.test(id) || (await shut(id))))) throw ${seen("throw")}), new Problem("notFound");`,
    `  if (${seen("if.2")}, !!(id === ")"))) {`,
  ]);
  expect(told[7]).toBe(`  throw ${seen("throw.2")}), id === "x" ? new Error() : refused;`);
});
