import { useLengthError } from "../../../../ui/fields/length";
import { TextInput } from "@mantine/core";
import { IconCircle, IconCircleCheckFilled } from "@tabler/icons-react";
import { useState } from "react";
import { type Language, languageCodes, languages } from "../../../../../shared/kernel/languages";
import { useText } from "../../../../platform/intl/useText";
import settings from "./BuilderSettings.module.css";
import type { TranslationRow } from "./translation-rows";
import classes from "./TranslationSettings.module.css";

export function TranslationSettings({ lines }: { lines: readonly TranslationRow[] }) {
  const text = useText();
  const lengthError = useLengthError();
  const [open, setOpen] = useState<Language | null>(null);
  return (
    <fieldset className={settings.group}>
      <legend>{text("forms.translations")}</legend>
      <div className={classes.languages}>
        {languageCodes.map((language) => {
          const done = lines.every(({ optional, translationIn }) => optional || translationIn(language) !== "");
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
        <div className={classes.translations} lang={open} dir={languages[open].direction}>
          {lines.map(({ key, original, maxLength, translationIn, setTranslation }) => (
            <TextInput
              key={key}
              label={<bdi>{original || text("forms.label")}</bdi>}
              error={lengthError(translationIn(open), maxLength)}
              value={translationIn(open)}
              onChange={(event) => setTranslation(open, event.currentTarget.value)}
            />
          ))}
        </div>
      )}
    </fieldset>
  );
}
