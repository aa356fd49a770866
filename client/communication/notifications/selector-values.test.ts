import catalogue from "../../../shared/locales/en.json";
import { selectorValues } from "./selector-values";

/** Placeholders that the sentence renders separately from the values. */
const ofTheSentence = new Set(["others"]);

test("values that select a wording aren't marked as names", () => {
  const chosen = new Set<string>();
  for (const [id, text] of Object.entries(catalogue)) {
    if (!id.startsWith("notification.")) continue;
    for (const [, name = ""] of text.matchAll(/\{(\w+), (?:select|plural)/g)) chosen.add(name);
  }
  expect(chosen.size).toBeGreaterThan(5);
  expect([...chosen].filter((name) => !selectorValues.has(name) && !ofTheSentence.has(name))).toEqual([]);
});
