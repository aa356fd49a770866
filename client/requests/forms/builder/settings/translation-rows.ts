import {
  isAnswerField,
  type FormChoice,
  type FormDefinition,
  type FormField,
} from "../../../../../shared/requests/forms/forms.definition";
import type { Language } from "../../../../../shared/kernel/languages";

export interface TranslationRow {
  key: string;
  original: string;
  maxLength: number;
  /** True for texts that don't count toward a complete translation. */
  optional?: boolean;
  translationIn: (language: Language) => string;
  setTranslation: (language: Language, words: string) => void;
}

export function formTranslationRows(
  { title, description, translations }: FormDefinition,
  onChange: (change: Pick<FormDefinition, "translations">) => void,
): TranslationRow[] {
  const line = (key: "title" | "description", original: string, maxLength: number): TranslationRow => ({
    key,
    original,
    maxLength,
    optional: key === "description",
    translationIn: (language) => translations[language]?.[key] ?? "",
    setTranslation: (language, words) =>
      onChange({
        translations: {
          ...translations,
          [language]: { title: "", description: "", ...translations[language], [key]: words },
        },
      }),
  });
  return [line("title", title, 120), ...(description ? [line("description", description, 1_000)] : [])];
}

export function fieldTranslationRows(
  field: FormField,
  onChange: (change: Partial<FormField>) => void,
): TranslationRow[] {
  const { translations } = field;
  const line = (key: "label" | "help", maxLength: number): TranslationRow => ({
    key,
    original: field[key],
    maxLength,
    optional: key === "help",
    translationIn: (language) => translations[language]?.[key] ?? "",
    setTranslation: (language, words) =>
      onChange({
        translations: { ...translations, [language]: { label: "", help: "", ...translations[language], [key]: words } },
      }),
  });
  const columns = field.columns.flatMap((column) => [
    ...nameTranslationRows([column], ([to]) => replaceColumn(to)),
    ...nameTranslationRows(column.choices, (choices) => replaceColumn({ ...column, choices }), column.id),
  ]);
  function replaceColumn(to: FormField["columns"][number] | undefined) {
    onChange({ columns: field.columns.map((one) => (to && one.id === to.id ? to : one)) });
  }
  return [
    line("label", 200),
    ...(isAnswerField(field) && field.help ? [line("help", 500)] : []),
    ...nameTranslationRows(field.choices, (choices) => onChange({ choices })),
    ...columns,
  ];
}

function nameTranslationRows<Named extends FormChoice>(
  list: readonly Named[],
  onChange: (list: Named[]) => void,
  within = "",
): TranslationRow[] {
  return list.map(({ id, label, translations }) => ({
    key: `${within}.${id}`,
    original: label || id,
    maxLength: 120,
    translationIn: (language) => translations[language] ?? "",
    setTranslation: (language, words) =>
      onChange(
        list.map((one) => (one.id === id ? { ...one, translations: { ...translations, [language]: words } } : one)),
      ),
  }));
}
