import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import path from "node:path";
import { build, type Plugin } from "esbuild";

/**
 * What a process loads before it is asked for anything stays in its memory. A program's modules are built and loaded as
 * they are in production, and nothing of them is started.
 */
const root = path.resolve(__dirname, "..");
let folder: string;
beforeAll(() => {
  // Below the project, so that packages are found from there.
  folder = mkdtempSync(path.join(root, "node_modules", ".loaded-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

interface Lazily {
  lazyPackages: string[];
  loadLazily: Plugin;
}

/** Loaded in a process of its own. @returns names of the packages that came with it. */
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

const packageOf = (specifier: string) =>
  specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");
/** Part of the server only: the worker answers no calls. */
const callsOnly = ["fastify", "socket.io", "prom-client", "rate-limiter-flexible"];

test.each([
  ["server/app.ts", ["fastify", "typeorm", "yup"], []],
  ["workers/work.ts", ["yup"], callsOnly],
])("%s begins without the packages that are rarely needed", async (entry, needed, unwanted) => {
  const { lazyPackages, loadLazily } = (await import("./lazy-packages.mjs" as string)) as Lazily;
  const rare = [...lazyPackages.map(packageOf), ...unwanted];
  const loaded = await packagesOf(entry, [loadLazily]);
  expect([...loaded]).toEqual(expect.arrayContaining(needed));
  expect(rare.filter((name) => loaded.has(name))).toEqual([]);
  const withoutPlugin = await packagesOf(entry, []);
  expect(rare.filter((name) => withoutPlugin.has(name)).length).toBeGreaterThan(5); // else it looks at nothing
});
