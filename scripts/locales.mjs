// Adds texts to the catalogs of all languages and sorts the keys:
//
// node scripts/locales.mjs texts.json writes client/locales/*.json (screens) node scripts/locales.mjs --shared texts.json writes
// shared/locales/*.json (client and server)
//
// texts.json: { "board.newTask": { "en": "New task", "ar": "…", "de": "…", "ko": "…", "ckb": "…" }, "old.key": null }. null removes the
// key.
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

// Every language has a catalog file; the types in shared/kernel/languages.ts make the compiler check all other lists of languages.
const catalogues = fileURLToPath(new URL("../client/locales", import.meta.url));
const languages = readdirSync(catalogues).map((file) => path.basename(file, ".json"));
const shared = process.argv.includes("--shared");
const source = process.argv.slice(2).find((argument) => !argument.startsWith("--"));
if (!source) throw new Error("Usage: node scripts/locales.mjs [--shared] texts.json");
const texts = JSON.parse(readFileSync(source, "utf8"));

const incomplete = Object.entries(texts).filter(([, text]) => text && languages.some((language) => !text[language]));
if (incomplete.length > 0) {
  console.error(`Missing in some languages: ${incomplete.map(([key]) => key).join(", ")}`);
  process.exit(1);
}

for (const language of languages) {
  const file = fileURLToPath(new URL(`../${shared ? "shared" : "client"}/locales/${language}.json`, import.meta.url));
  const catalogue = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
  for (const [key, text] of Object.entries(texts)) {
    if (text === null) delete catalogue[key];
    else catalogue[key] = text[language];
  }
  const sorted = Object.fromEntries(Object.entries(catalogue).sort(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(`${file}.new`, `${JSON.stringify(sorted, null, 2)}\n`);
  renameSync(`${file}.new`, file); // atomic, because a dev server may be reading
}
console.log(`${Object.keys(texts).length} texts in ${languages.length} languages`);
