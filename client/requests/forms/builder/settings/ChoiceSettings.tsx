import { useLengthError } from "../../../../ui/fields/length";
import { ActionIcon, Button, TextInput } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconPlus, IconX } from "@tabler/icons-react";
import { type FormChoice, randomId, newChoice } from "../../../../../shared/requests/forms/forms.definition";
import { formLimits } from "../../../../../shared/requests/forms/forms.schema";
import { useFormat, useText } from "../../../../platform/intl/useText";
import classes from "./BuilderSettings.module.css";

interface ChoiceSettingsProps {
  choices: FormChoice[];
  errorAt: (path: string) => string | undefined;
  onChange: (choices: FormChoice[]) => void;
}

export function ChoiceSettings({ choices, errorAt, onChange }: ChoiceSettingsProps) {
  const text = useText();
  const lengthError = useLengthError();
  const { number } = useFormat();
  const add = () => choices.length < formLimits.choices && onChange([...choices, newChoice(randomId("c"))]);
  const swap = (at: number, to: number) => {
    const next = [...choices];
    const [moved] = next.splice(at, 1);
    next.splice(to, 0, moved as FormChoice);
    onChange(next);
  };
  return (
    <fieldset className={classes.group}>
      <legend>{text("forms.choices")}</legend>
      {choices.map((choice, at) => {
        const position = number(at + 1);
        return (
          <div key={choice.id} className={classes.choice}>
            <TextInput
              aria-label={text("forms.choiceNumber", { position })}
              value={choice.label}
              error={lengthError(choice.label, 120) ?? errorAt(`choices.${at}.label`)}
              onChange={(event) => {
                const label = event.currentTarget.value;
                onChange(choices.map((one) => (one.id === choice.id ? { ...one, label } : one)));
              }}
              onKeyDown={(event) => {
                if (event.key !== "Enter") return;
                event.preventDefault();
                add();
              }}
            />
            <ActionIcon
              disabled={at === 0}
              aria-label={text("forms.choiceUp", { position })}
              onClick={() => swap(at, at - 1)}
            >
              <IconArrowUp size={14} stroke={1.75} aria-hidden />
            </ActionIcon>
            <ActionIcon
              disabled={at === choices.length - 1}
              aria-label={text("forms.choiceDown", { position })}
              onClick={() => swap(at, at + 1)}
            >
              <IconArrowDown size={14} stroke={1.75} aria-hidden />
            </ActionIcon>
            <ActionIcon
              aria-label={text("forms.choiceRemove", { position })}
              onClick={() => onChange(choices.filter((one) => one.id !== choice.id))}
            >
              <IconX size={14} stroke={1.75} aria-hidden />
            </ActionIcon>
          </div>
        );
      })}
      {errorAt("choices") && <p className={classes.error}>{errorAt("choices")}</p>}
      <Button
        variant="subtle"
        color="gray"
        size="xs"
        leftSection={<IconPlus size={14} stroke={1.75} aria-hidden />}
        onClick={add}
      >
        {text("forms.addChoice")}
      </Button>
    </fieldset>
  );
}
