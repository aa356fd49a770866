import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import path from "node:path";
import { build, type Plugin } from "esbuild";

/**
 * Packages loaded at start stay in memory. These tests build and load the modules as in production, without starting servers or workers.
 */
const root = path.resolve(__dirname, "..");
let folder: string;
beforeAll(() => {
  // Below the project folder, so that packages resolve from there.
  folder = mkdtempSync(path.join(root, "node_modules", ".loaded-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

interface Lazily {
  lazyPackages: string[];
  loadLazily: Plugin;
}

async function packagesOf(entry: string, plugins: Plugin[]): Promise<Set<string>> {
  const outfile = path.join(folder, `${plugins.length}-${path.basename(entry)}.js`);
  const as = { bundle: true, platform: "node", format: "cjs", packages: "external", keepNames: true } as const;
  await build({ absWorkingDir: root, entryPoints: [entry], outfile, target: "node20", ...as, plugins });
  const run = `require(${JSON.stringify(outfile)}); console.log(JSON.stringify(Object.keys(require.cache))); process.exit(0)`;
  const { stdout, stderr } = spawnSync(process.execPath, ["-e", run], {
    encoding: "utf8",
    env: { PATH: process.env.PATH },
  });
  if (!stdout) throw new Error(stderr);
  const files = JSON.parse(stdout.trim().split("\n").at(-1) as string) as string[];
  return new Set(files.flatMap((file) => /node_modules\/((?:@[^/]+\/)?[^/.][^/]*)\//.exec(file)?.[1] ?? []));
}

test("the lazy replacement of a package exports all of its names", async () => {
  const { lazyPackages, loadLazily } = (await import("./lazy-packages.mjs" as string)) as Lazily;
  const names = lazyPackages.map((name) => JSON.stringify(name));
  const contents = `
    ${names.map((name, at) => `import * as lazily${at} from ${name};`).join("\n")}
    const pairs = [${names.map((name, at) => `[${name}, lazily${at}, require(${name})]`).join(", ")}];
    const own = new Set([...Object.getOwnPropertyNames(function () {}), "default", "__esModule"]);
    const missing = pairs.flatMap(([name, lazily, whole]) =>
      Object.getOwnPropertyNames(whole).filter((each) => !own.has(each) && lazily[each] !== whole[each]).map((each) => name + " " + each));
    console.log(JSON.stringify({ missing, pairs: pairs.length }));
    process.exit(0);`;
  const outfile = path.join(folder, "names.js");
  const as = { bundle: true, platform: "node", format: "cjs", packages: "external", target: "node20" } as const;
  await build({ absWorkingDir: root, stdin: { contents, resolveDir: root }, outfile, ...as, plugins: [loadLazily] });
  const { stdout, stderr } = spawnSync(process.execPath, [outfile], { encoding: "utf8" });
  expect([stderr, JSON.parse(stdout || "{}")]).toEqual(["", { missing: [], pairs: names.length }]);
});

const packageOf = (specifier: string) =>
  specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");
const callsOnly = ["fastify", "socket.io", "prom-client"];

test.each([
  ["server/app.ts", ["fastify", "typeorm", "yup"], []],
  ["workers/work.ts", ["yup"], callsOnly],
])("%s starts without loading rarely used packages", async (entry, needed, unwanted) => {
  const { lazyPackages, loadLazily } = (await import("./lazy-packages.mjs" as string)) as Lazily;
  const rare = [...lazyPackages.map(packageOf), ...unwanted];
  const loaded = await packagesOf(entry, [loadLazily]);
  expect([...loaded]).toEqual(expect.arrayContaining(needed));
  expect(rare.filter((name) => loaded.has(name))).toEqual([]);
  const withoutPlugin = await packagesOf(entry, []);
  expect(rare.filter((name) => withoutPlugin.has(name)).length).toBeGreaterThan(5); // guards against a check that finds nothing
});
