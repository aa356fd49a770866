import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";

const folder = mkdtempSync(path.join(tmpdir(), "pack-client-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("compresses text files of the client, but no images, fonts or source maps", async () => {
  mkdirSync(path.join(folder, "assets"));
  const script = "const one = 1;\n".repeat(200);
  for (const name of ["boot.js", "assets/a.js", "assets/a.css", "icon.svg"])
    writeFileSync(path.join(folder, name), script);
  for (const name of ["index.html", "assets/a.js.map", "assets/a.woff2"]) writeFileSync(path.join(folder, name), "x");
  const { packClient } = (await import("./pack-client.mjs" as string)) as { packClient(folder: string): Promise<void> };
  await packClient(folder);
  const packed = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => /\.(br|gz)$/.test(name));
  expect(packed.sort()).toEqual(
    ["assets/a.css", "assets/a.js", "boot.js", "icon.svg"].flatMap((name) => [`${name}.br`, `${name}.gz`]),
  );
  expect(brotliDecompressSync(readFileSync(path.join(folder, "assets/a.js.br"))).toString()).toBe(script);
  expect(gunzipSync(readFileSync(path.join(folder, "boot.js.gz"))).toString()).toBe(script);
});
