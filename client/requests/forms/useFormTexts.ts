import { useMemo } from "react";
import type { FormChoice, FormDefinition, FormField } from "../../../shared/requests/forms/forms.definition";
import type { Language } from "../../../shared/kernel/languages";
import { translatedNameIn, type Translations } from "../../../shared/kernel/translations";
import { activeLanguage$ } from "../../platform/intl/language";
import { useStore } from "../../platform/store";

type TitledForm = Pick<FormDefinition, "title" | "translations">;
type DescribedForm = Pick<FormDefinition, "description" | "translations">;

export function useFormTexts() {
  const { language } = useStore(activeLanguage$);
  return useMemo(() => {
    const translationOf = <Words>(translations: Translations<Words>): Words | undefined =>
      translations[language as Language];
    return {
      titleOf: (form: TitledForm) => translationOf(form.translations)?.title || form.title,
      descriptionOf: (form: DescribedForm) => translationOf(form.translations)?.description || form.description,
      labelOf: (field: Pick<FormField, "label" | "translations">) =>
        translationOf(field.translations)?.label || field.label,
      helpOf: (field: Pick<FormField, "help" | "translations">) =>
        translationOf(field.translations)?.help || field.help,
      nameOf: ({ label, translations }: Pick<FormChoice, "label" | "translations">) =>
        translatedNameIn(language as Language, { name: label, translations }),
    };
  }, [language]);
}
