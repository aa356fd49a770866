import { readFileSync } from "node:fs";
import path from "node:path";
import { type MessageFormatElement, parse, TYPE } from "@formatjs/icu-messageformat-parser";
import { languageCodes } from "../../../shared/kernel/languages";

const folders = ["client/locales", "shared/locales"];
const root = path.join(__dirname, "..", "..", "..");

const read = (folder: string, language: string) =>
  JSON.parse(readFileSync(path.join(root, folder, `${language}.json`), "utf8")) as Record<string, string>;

function placeholders(elements: MessageFormatElement[], found = new Set<string>()): Set<string> {
  for (const element of elements) {
    if (element.type === TYPE.literal || element.type === TYPE.pound) continue;
    found.add(element.value);
    if (element.type === TYPE.plural || element.type === TYPE.select) {
      for (const option of Object.values(element.options)) placeholders(option.value, found);
    }
    if (element.type === TYPE.tag) placeholders(element.children, found);
  }
  return found;
}

describe.each(folders)("%s", (folder) => {
  const english = read(folder, "en");

  test.each(languageCodes.filter((language) => language !== "en"))(
    "%s has a text for every English key",
    (language) => {
      const texts = read(folder, language);
      expect(Object.keys(texts)).toEqual(Object.keys(english));
      expect(Object.entries(texts).filter(([, text]) => text.trim() === "")).toEqual([]);
    },
  );

  test.each(languageCodes)("%s: every text parses and uses only placeholders of the English text", (language) => {
    const wrong = Object.entries(read(folder, language)).flatMap(([id, text]) => {
      try {
        const englishNames = placeholders(parse(english[id] ?? ""));
        const foreign = [...placeholders(parse(text))].filter((name) => !englishNames.has(name));
        return foreign.length > 0 ? [`${id}: ${foreign.join(", ")}`] : [];
      } catch (error) {
        return [`${id}: ${String(error)}`];
      }
    });
    expect(wrong).toEqual([]);
  });

  test("both catalogs have disjoint keys", () => {
    const other = read(folders.find((one) => one !== folder) ?? folder, "en");
    expect(Object.keys(english).filter((id) => id in other)).toEqual([]);
  });
});
