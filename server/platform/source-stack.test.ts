import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { buildSync } from "esbuild";
import { sourceStack } from "./source-stack";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "portal-stack-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const thrower = ["", "// a line, and another", "", "export function fail(): never {", '  throw new Error("oh");', "}"];

function built(into: string): string {
  const source = path.join(folder, "thrower.ts");
  writeFileSync(source, thrower.join("\n"));
  const outfile = path.join(folder, into, "program.js");
  const as = { bundle: true, format: "cjs", platform: "node", sourcemap: true, sourcesContent: false } as const;
  buildSync({ entryPoints: [source], outfile, ...as, minifyWhitespace: true });
  return outfile;
}

/** Runs in a separate process, because Jest itself maps stacks to the source. */
function stackOf(program: string): string {
  const run = `try { require(${JSON.stringify(program)}).fail() } catch ({ stack }) { process.stdout.write(stack) }`;
  const { stdout } = spawnSync(process.execPath, ["-e", run], { encoding: "utf8" });
  return sourceStack(Object.assign(new Error("oh"), { stack: stdout }));
}

test("maps the positions in a stack to the source", () => {
  const program = built(".build");
  expect(stackOf(program)).toMatch(/^Error: oh\n/);
  expect(stackOf(program)).toContain(`${path.join(folder, "thrower.ts")}:5:9`);
  expect(stackOf(program)).not.toContain("program.js");
});

test("without a readable source map, keeps the positions in the built file", () => {
  const program = built(".build");
  rmSync(path.join(folder, ".build", "program.js.map"));
  expect(stackOf(program)).toContain(`${path.join(folder, ".build", "program.js")}:`);
});

test("leaves files outside of .build unchanged", () => {
  expect(stackOf(built("dist"))).toContain(path.join(folder, "dist", "program.js"));
});

test("the stack of an error without one is its name and message", () => {
  const error = new TypeError("no");
  error.stack = undefined;
  expect(sourceStack(error)).toBe("TypeError: no");
});
