import { codeOfKeys, numberCards } from "./card-numbers";
import type { ImportedCard } from "./imported-board";

const cards = (...keys: (string | null)[]) => keys.map((key, at) => ({ id: `c${at}`, key }) as ImportedCard);

test("numbers are those of the keys, and cards without a free number follow", () => {
  const numbers = numberCards(cards("#7", null, "#7", "#2"));
  expect(["c0", "c1", "c2", "c3"].map((id) => numbers.get(id))).toEqual([7, 8, 9, 2]);
});

test("keys of several projects give no code and no numbers", () => {
  expect(codeOfKeys(cards("AB-1", "AB-9"))).toBe("AB");
  expect(codeOfKeys(cards("AB-1", "CD-1"))).toBeNull();
  expect([...numberCards(cards("AB-5", "CD-5")).values()]).toEqual([1, 2]);
});
