import type { Language } from "../languages";

export interface NameOrder {
  compare(a: string, b: string): number;
}

/**
 * Intl does not support Sorani, so names are sorted as in Arabic with ڕ between ر and ز, and Arabic keyboard variants are mapped to Sorani
 * letters.
 */
const soraniLetters: Record<string, string> = { ڕ: "ز", ز: "ڑ", ك: "ک", ي: "ی", ى: "ی", ھ: "ه" };
const asSorted = (text: string) => text.replace(/[ڕزكيىھ]/g, (letter) => soraniLetters[letter] as string);

const orders = new Map<string, NameOrder>();

export function nameOrder(language: Language | (string & {})): NameOrder {
  const cachedOrder = orders.get(language);
  if (cachedOrder) return cachedOrder;
  const sorani = language === "ckb";
  const { compare } = new Intl.Collator(sorani ? "ar" : language, { numeric: true });
  const order = sorani ? { compare: (a: string, b: string) => compare(asSorted(a), asSorted(b)) } : { compare };
  orders.set(language, order);
  return order;
}
