import { useMemo } from "react";
import type { Choice, FormField, Translated } from "../../shared/forms/forms.definition";
import { shown$ } from "../platform/intl/language";
import { useValue } from "../platform/value";

/** What a form says, in the reader's language where its maker wrote it, else as it was written. */
export function useFieldWords() {
  const { language } = useValue(shown$);
  return useMemo(() => {
    const said = (field: Pick<FormField, "translations">) => field.translations[language as Translated];
    return {
      labelOf: (field: Pick<FormField, "label" | "translations">) => said(field)?.label || field.label,
      helpOf: (field: Pick<FormField, "help" | "translations">) => said(field)?.help || field.help,
      choiceOf: (choice: Choice) => choice.translations[language as Translated] || choice.label,
    };
  }, [language]);
}
