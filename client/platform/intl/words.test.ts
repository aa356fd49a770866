import { readFileSync } from "node:fs";
import path from "node:path";
import { languageCodes } from "../../../shared/kernel/languages";

/** Checks the catalogs against the terms in docs/glossary.md: each concept has one term. */
const root = path.join(__dirname, "../../..");
const columns = ["en", "de", "ar", "ko", "ckb"] as const;

const rows = readFileSync(path.join(root, "docs/glossary.md"), "utf8")
  .split("## In the code only")[0]
  ?.split("\n")
  .filter((line) => line.startsWith("| ") && !line.startsWith("| ---") && !line.startsWith("| term"))
  .map((line) =>
    line
      .split("|")
      .slice(3, -1)
      .map((cell) => cell.trim()),
  ) as string[][];

function textsOf(language: string): [string, string][] {
  return ["client", "shared"].flatMap((folder) =>
    Object.entries(
      JSON.parse(readFileSync(path.join(root, folder, "locales", `${language}.json`), "utf8")) as Record<
        string,
        string
      >,
    ),
  );
}

test("the glossary has a term for each language", () => {
  expect([...columns].sort()).toEqual([...languageCodes].sort());
  expect(rows.length).toBeGreaterThan(10);
  for (const row of rows) expect(row.filter(Boolean)).toHaveLength(columns.length);
});

describe.each(columns.map((language, at) => [language, at] as const))("%s", (language, at) => {
  // These texts use DATEV's own term for its clients.
  const foreign = ["accounting.datev.numbers", "accounting.settings.client"];
  const texts = textsOf(language).filter(([key]) => !foreign.includes(key));

  test.each(rows.map((row) => row[at] as string))("texts use the term %s", (cell) => {
    const [, word = "", instead] = /^(.*?)(?: \(not (.*)\))?$/.exec(cell) ?? [];
    const withWord = (term: string) =>
      texts.filter(([, text]) => text.toLowerCase().includes(term.toLowerCase())).map(([key]) => key);
    expect(withWord(word).length).toBeGreaterThan(0);
    if (instead) expect(withWord(instead)).toEqual([]);
  });
});
