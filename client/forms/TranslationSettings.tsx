import { TextInput } from "@mantine/core";
import { IconCircle, IconCircleCheckFilled } from "@tabler/icons-react";
import { useState } from "react";
import { asksSomething, type FormField, type Translated, translated } from "../../shared/forms/forms.definition";
import { languages } from "../../shared/kernel/languages";
import { useText } from "../platform/intl/useText";
import settings from "./BuilderSettings.module.css";
import classes from "./TranslationSettings.module.css";

interface TranslationSettingsProps {
  field: FormField;
  onChange: (change: Partial<FormField>) => void;
}

/** Whether everything that a field says is said in a language. */
const isSaid = (field: FormField, language: Translated) =>
  Boolean(field.translations[language]?.label) && field.choices.every((choice) => choice.translations[language]);

/** The same words in the other languages; what isn't said there is shown as it was written. */
export function TranslationSettings({ field, onChange }: TranslationSettingsProps) {
  const text = useText();
  const [open, setOpen] = useState<Translated | null>(null);
  const said = open && field.translations[open];
  const say = (language: Translated, words: Partial<{ label: string; help: string }>) =>
    onChange({
      translations: {
        ...field.translations,
        [language]: { label: "", help: "", ...field.translations[language], ...words },
      },
    });
  return (
    <fieldset className={settings.group}>
      <legend>{text("forms.translations")}</legend>
      <div className={classes.languages}>
        {translated.map((language) => {
          const done = isSaid(field, language);
          return (
            <button
              key={language}
              type="button"
              aria-expanded={open === language}
              data-done={done || undefined}
              onClick={() => setOpen(open === language ? null : language)}
            >
              {done ? (
                <IconCircleCheckFilled size={16} aria-hidden />
              ) : (
                <IconCircle size={16} stroke={1.75} aria-hidden />
              )}
              <span lang={language}>{languages[language].name}</span>
              <span className="sr-only">{text(done ? "forms.translated" : "forms.untranslated")}</span>
            </button>
          );
        })}
      </div>
      {open && (
        <div className={classes.said} lang={open} dir={languages[open].direction}>
          <TextInput
            label={<bdi>{field.label || text("forms.label")}</bdi>}
            maxLength={200}
            value={said?.label ?? ""}
            onChange={(event) => say(open, { label: event.currentTarget.value })}
          />
          {asksSomething(field) && field.help && (
            <TextInput
              label={<bdi>{field.help}</bdi>}
              maxLength={500}
              value={said?.help ?? ""}
              onChange={(event) => say(open, { help: event.currentTarget.value })}
            />
          )}
          {field.choices.map((choice) => (
            <TextInput
              key={choice.id}
              label={<bdi>{choice.label || choice.id}</bdi>}
              maxLength={120}
              value={choice.translations[open] ?? ""}
              onChange={(event) => {
                const words = event.currentTarget.value;
                onChange({
                  choices: field.choices.map((one) =>
                    one.id === choice.id ? { ...one, translations: { ...one.translations, [open]: words } } : one,
                  ),
                });
              }}
            />
          ))}
        </div>
      )}
    </fieldset>
  );
}
