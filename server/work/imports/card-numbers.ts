import type { ImportedCard } from "./imported-board";

/** Largest number that the database stores, with space for tasks that follow. */
const maxNumber = 1_000_000_000;

/**
 * Numbers of the tasks by id of the card: those that people know from the source ("#7", "AB-12") where they are unique, otherwise the
 * numbers after them.
 */
export function numberCards(cards: readonly ImportedCard[]): ReadonlyMap<string, number> {
  const isOneSequence = codeOfKeys(cards) !== null || cards.every(({ key }) => key === null || key.startsWith("#"));
  const numbers = new Map<string, number>();
  const taken = new Set<number>();
  let highest = 0;
  for (const { id, key } of isOneSequence ? cards : []) {
    const number = Number(/(\d+)$/.exec(key ?? "")?.[1]);
    if (!(number > 0 && number < maxNumber) || taken.has(number)) continue;
    taken.add(number);
    numbers.set(id, number);
    highest = Math.max(highest, number);
  }
  for (const { id } of cards) if (!numbers.has(id)) numbers.set(id, ++highest);
  return numbers;
}

/** The prefix that all keys have in common, if it can be the code of a project; null otherwise. */
export function codeOfKeys(cards: readonly ImportedCard[]): string | null {
  const code = /^([A-Z][A-Z0-9]{1,7})-\d+$/.exec(cards[0]?.key ?? "")?.[1];
  if (code === undefined) return null;
  return cards.every(({ key }) => key?.startsWith(`${code}-`)) ? code : null;
}
