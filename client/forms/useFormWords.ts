import { useMemo } from "react";
import type { Choice, FormDefinition, FormField } from "../../shared/forms/forms.definition";
import type { Language } from "../../shared/kernel/languages";
import { nameIn, type Translations } from "../../shared/kernel/translations";
import { shown$ } from "../platform/intl/language";
import { useValue } from "../platform/value";

type Called = Pick<FormDefinition, "title" | "translations">;
type Told = Pick<FormDefinition, "description" | "translations">;

/** What a form says, in the reader's language where its maker wrote it, else as it was written. */
export function useFormWords() {
  const { language } = useValue(shown$);
  return useMemo(() => {
    const said = <Words>(translations: Translations<Words>): Words | undefined => translations[language as Language];
    return {
      titleOf: (form: Called) => said(form.translations)?.title || form.title,
      descriptionOf: (form: Told) => said(form.translations)?.description || form.description,
      labelOf: (field: Pick<FormField, "label" | "translations">) => said(field.translations)?.label || field.label,
      helpOf: (field: Pick<FormField, "help" | "translations">) => said(field.translations)?.help || field.help,
      /** Of a choice, or of a table's column. */
      nameOf: ({ label, translations }: Pick<Choice, "label" | "translations">) =>
        nameIn(language as Language, { name: label, translations }),
    };
  }, [language]);
}
