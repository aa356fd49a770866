import { languageCodes } from "../languages";
import { nameOrder } from "./order";

const sorted = (language: string, names: readonly string[]) => names.toSorted(nameOrder(language).compare);

test.each(languageCodes)("nameOrder sorts Latin letters in the order of %s, and numbers by value", (language) => {
  const names = ["Ähm", "Apfel", "Çağlar", "Cato", "eagle", "Élan", "Room 2", "Room 10", "Zebra"];
  expect(sorted(language, names.toReversed())).toEqual(names);
});

test("the script of the reader's language sorts first", () => {
  const names = ["Anna", "زانا", "가람"];
  expect(languageCodes.map((language) => [language, sorted(language, names)[0]])).toEqual([
    ["en", "Anna"],
    ["ar", "زانا"],
    ["de", "Anna"],
    ["ko", "가람"],
    ["ckb", "زانا"],
  ]);
});

test("nameOrder sorts Sorani letters in alphabetical order", () => {
  const alphabet = [..."ئابپتجچحخدرڕزژسشعغفڤقکگلڵمنهەوۆیێ"];
  expect(sorted("ckb", alphabet.toReversed())).toEqual(alphabet);
});

test("nameOrder sorts Arabic keyboard variants like their Sorani letters", () => {
  expect(sorted("ckb", ["كتێب ٢", "کتێب ١", "کتێب ٣"])).toEqual(["کتێب ١", "كتێب ٢", "کتێب ٣"]);
});
