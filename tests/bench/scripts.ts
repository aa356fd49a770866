import { readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";

export interface ScriptSize {
  route: string;
  /** Gzipped size in kB, excluding scripts that are already loaded. */
  kilobytes: number;
}

interface Chunk {
  file: string;
  src?: string;
  isEntry?: boolean;
  isDynamicEntry?: boolean;
  imports?: string[];
  dynamicImports?: string[];
}
type Manifest = Record<string, Chunk>;

const root = path.resolve(__dirname, "../..");

/**
 * Measures the size of the scripts loaded for the first screen and of those added by each further screen. Uses a separate build with a
 * manifest.
 */
export async function measureScripts(): Promise<ScriptSize[]> {
  const outDir = path.join(root, ".build", "bench-client");
  const { build } = await import("vite");
  await build({
    root: path.join(root, "client"),
    configFile: path.join(root, "vite.config.mts"),
    logLevel: "error",
    build: { manifest: "manifest.json", outDir, emptyOutDir: true, sourcemap: false },
  });
  const manifest = JSON.parse(readFileSync(path.join(outDir, "manifest.json"), "utf8")) as Manifest;
  const sizes = new Map<string, number>();
  const sizeOf = (file: string) => {
    if (!sizes.has(file)) sizes.set(file, gzipSync(readFileSync(path.join(outDir, file))).length);
    return sizes.get(file) as number;
  };
  const entry = Object.keys(manifest).find((key) => manifest[key]?.isEntry) as string;
  const first = staticImports(manifest, entry);
  const total = (keys: Iterable<string>) => {
    const files = new Set([...keys].map((key) => manifest[key]?.file as string).filter((file) => file.endsWith(".js")));
    return Math.round([...files].reduce((sum, file) => sum + sizeOf(file), 0) / 102.4) / 10;
  };
  const rows: ScriptSize[] = [{ route: "before the first screen", kilobytes: total(first) }];
  const screens = Object.keys(manifest).filter(
    (key) => manifest[key]?.isDynamicEntry && /\.pages\.tsx$|Page\.tsx$|Screen\.tsx$/.test(key),
  );
  for (const key of screens.sort()) {
    const ownChunks = [...staticImports(manifest, key)].filter((each) => !first.has(each));
    rows.push({ route: key, kilobytes: total(ownChunks) });
  }
  rmSync(outDir, { recursive: true, force: true });
  return rows;
}

function staticImports(manifest: Manifest, key: string, seen = new Set<string>()): Set<string> {
  if (seen.has(key)) return seen;
  seen.add(key);
  for (const next of manifest[key]?.imports ?? []) staticImports(manifest, next, seen);
  return seen;
}
