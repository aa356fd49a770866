import { useCallback } from "react";
import type { Language } from "../../../shared/kernel/languages";
import { type Named, nameIn } from "../../../shared/kernel/translations";
import { useValue } from "../value";
import { shown$ } from "./language";

/** What an organisation calls something, in the reader's language where it is said there, else as it was written. */
export function useNameOf(): (named: Named) => string {
  const { language } = useValue(shown$);
  // The made-up languages of development have no names: as it was written.
  return useCallback((named) => nameIn(language as Language, named), [language]);
}
