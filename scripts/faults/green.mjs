import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { digestOf, folder } from "./reach.mjs";
import { runFiles } from "./run.mjs";

const file = path.join(folder, "green.json");

/**
 * Whether a test file is green without any fault, asked once per file and state of the sources: one that is red by itself
 * catches nothing.
 * @param {string} test
 * @param {{ file: string, tree: { text: string } }[]} all
 * @param {string} url
 */
export async function isGreen(test, all, url) {
  const key = `${test} ${digestOf(test)} ${sourcesOf(all)}`;
  /** @type {Record<string, boolean>} */
  const known = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
  if (known[key] === undefined) {
    const report = path.join(folder, `green-${process.pid}.json`);
    const { results, isLate } = await runFiles([test], { url, report, seconds: 120 });
    known[key] = !isLate && results.length > 0 && results.every(({ isRed }) => !isRed);
    if (!known[key]) console.log(`red by itself  ${test}`);
    writeFileSync(file, JSON.stringify(known));
  }
  return known[key];
}

/** @type {string | undefined} */
let digest;

/** @param {{ tree: { text: string } }[]} all */
function sourcesOf(all) {
  const hash = createHash("sha1");
  if (!digest) for (const { tree } of all) hash.update(tree.text);
  digest ??= hash.digest("hex");
  return digest;
}
