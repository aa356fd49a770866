import { useCallback } from "react";
import type { Language } from "../../../shared/kernel/languages";
import { type NamedRecord, translatedNameIn } from "../../../shared/kernel/translations";
import { useStore } from "../store";
import { activeLanguage$ } from "./language";
import { nameOrder } from "../../../shared/kernel/text/order";

/** Compares names by the collation of the page's language. */
export const compareNames = (a: string, b: string): number =>
  nameOrder((typeof document !== "undefined" && document.documentElement.lang) || "en").compare(a, b);

export function useNameOf(): (record: NamedRecord) => string {
  const { language } = useStore(activeLanguage$);
  // The pseudo-locales of development have no translation and use the original name.
  return useCallback((record) => translatedNameIn(language as Language, record), [language]);
}
