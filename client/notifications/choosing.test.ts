import catalogue from "../../shared/locales/en.json";
import { choosing } from "./choosing";

/** Put into the sentence otherwise, beside the values. */
const ofTheSentence = new Set(["others"]);

test("what chooses a wording in a sentence isn't marked as a name: it would choose nothing then", () => {
  const chosen = new Set<string>();
  for (const [id, text] of Object.entries(catalogue)) {
    if (!id.startsWith("notification.")) continue;
    for (const [, name = ""] of text.matchAll(/\{(\w+), (?:select|plural)/g)) chosen.add(name);
  }
  expect(chosen.size).toBeGreaterThan(5);
  expect([...chosen].filter((name) => !choosing.has(name) && !ofTheSentence.has(name))).toEqual([]);
});
