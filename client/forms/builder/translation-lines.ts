import {
  asksSomething,
  type Choice,
  type FormDefinition,
  type FormField,
} from "../../../shared/forms/forms.definition";
import type { Language } from "../../../shared/kernel/languages";

/** Some words as they were written, and how they are said in another language. */
export interface TranslationLine {
  key: string;
  written: string;
  maxLength: number;
  /** A form counts as translated without it. */
  optional?: boolean;
  said: (language: Language) => string;
  say: (language: Language, words: string) => void;
}

/** Words of a form's title, and of its description where it has one. */
export function linesOfForm(
  { title, description, translations }: FormDefinition,
  onChange: (change: Pick<FormDefinition, "translations">) => void,
): TranslationLine[] {
  const line = (key: "title" | "description", written: string, maxLength: number): TranslationLine => ({
    key,
    written,
    maxLength,
    optional: key === "description",
    said: (language) => translations[language]?.[key] ?? "",
    say: (language, words) =>
      onChange({
        translations: {
          ...translations,
          [language]: { title: "", description: "", ...translations[language], [key]: words },
        },
      }),
  });
  return [line("title", title, 120), ...(description ? [line("description", description, 1_000)] : [])];
}

/** Words of a field: its label, its help, what one chooses from, and a table's headings with their own choices. */
export function linesOfField(field: FormField, onChange: (change: Partial<FormField>) => void): TranslationLine[] {
  const { translations } = field;
  const line = (key: "label" | "help", maxLength: number): TranslationLine => ({
    key,
    written: field[key],
    maxLength,
    optional: key === "help",
    said: (language) => translations[language]?.[key] ?? "",
    say: (language, words) =>
      onChange({
        translations: { ...translations, [language]: { label: "", help: "", ...translations[language], [key]: words } },
      }),
  });
  const columns = field.columns.flatMap((column) => [
    ...linesOfNames([column], ([to]) => replaceColumn(to)),
    ...linesOfNames(column.choices, (choices) => replaceColumn({ ...column, choices }), column.id),
  ]);
  function replaceColumn(to: FormField["columns"][number] | undefined) {
    onChange({ columns: field.columns.map((one) => (to && one.id === to.id ? to : one)) });
  }
  return [
    line("label", 200),
    ...(asksSomething(field) && field.help ? [line("help", 500)] : []),
    ...linesOfNames(field.choices, (choices) => onChange({ choices })),
    ...columns,
  ];
}

/** Words of things that have only a name. */
function linesOfNames<Named extends Choice>(
  list: readonly Named[],
  onChange: (list: Named[]) => void,
  within = "",
): TranslationLine[] {
  return list.map(({ id, label, translations }) => ({
    key: `${within}.${id}`,
    written: label || id,
    maxLength: 120,
    said: (language) => translations[language] ?? "",
    say: (language, words) =>
      onChange(
        list.map((one) => (one.id === id ? { ...one, translations: { ...translations, [language]: words } } : one)),
      ),
  }));
}
