import { readFileSync } from "node:fs";
import path from "node:path";
import { translator } from "./text";

const figures = /[0-9]/;

test("formats numbers with the language's digits and grouping", () => {
  expect(translator("ar")("document.leftOut", { shown: 5000, total: 12_345 })).not.toMatch(figures);
  expect(translator("ckb")("timer.stopped", { hours: 12, minutes: 5 })).toBe("١٢ ک ٥ خ تۆمار کرا");
  expect(translator("ar")("timer.stopped", { hours: 0, minutes: 42 })).toBe("سُجّلت ٤٢ د");
  expect(translator("en")("timer.stopped", { hours: 1, minutes: 5 })).toBe("Logged 1 h 5 min");
});

test("leaves digits in text values unchanged", () => {
  expect(translator("ar")("delegation.planned", { name: "Ali 2", day: "TASK-12" })).toMatch(/Ali 2.*TASK-12/);
});

test.each(["ar", "ckb"] as const)("%s: no server text formats a number with Latin digits", (language) => {
  const file = path.join(__dirname, "../../shared/locales", `${language}.json`);
  const texts = JSON.parse(readFileSync(file, "utf8")) as Record<string, string>;
  const examples = ["field.brandColor", "field.time", "restore.time"];
  const text = translator(language);
  const wrong = Object.entries(texts).filter(([id, said]) => {
    const names = [...said.matchAll(/\{(\w+)[,}]/g)].map(([, name = ""]) => name);
    return !examples.includes(id) && figures.test(text(id, Object.fromEntries(names.map((name) => [name, 1234]))));
  });
  expect(wrong).toEqual([]);
});
