import { Button, Menu } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { type Language, languageCodes, languages } from "../../../shared/kernel/languages";
import { useText } from "../../platform/intl/useText";
import type { DraftForm } from "./draft";
import classes from "./news.module.css";

interface VersionsProps {
  form: DraftForm;
  language: Language;
  onChoose: (language: Language) => void;
  onAdd: (language: Language) => void;
  onRemove: (language: Language) => void;
}

export function LanguageVersions({ form, language, onChoose, onAdd, onRemove }: VersionsProps) {
  const text = useText();
  const missing = languageCodes.filter((code) => !form.texts.some((one) => one.language === code));
  return (
    <div className={classes.versions} role="group" aria-label={text("news.versions")}>
      {form.texts.map((one) => (
        <Button
          key={one.language}
          size="xs"
          lang={one.language}
          variant={one.language === language ? "light" : "subtle"}
          aria-pressed={one.language === language}
          onClick={() => onChoose(one.language)}
        >
          {languages[one.language].name}
        </Button>
      ))}
      {missing.length > 0 && (
        <Menu>
          <Menu.Target>
            <Button
              size="xs"
              variant="subtle"
              color="gray"
              leftSection={<IconPlus size={14} stroke={1.75} aria-hidden />}
            >
              {text("news.addVersion")}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {missing.map((code) => (
              <Menu.Item key={code} lang={code} onClick={() => onAdd(code)}>
                {languages[code].name}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      {language !== form.language && (
        <Button size="xs" variant="subtle" color="gray" onClick={() => onRemove(language)}>
          {text("news.removeVersion")}
        </Button>
      )}
    </div>
  );
}
