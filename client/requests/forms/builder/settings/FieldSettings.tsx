import { useLengthError } from "../../../../ui/fields/length";
import { MultiSelect, Switch, Textarea, TextInput } from "@mantine/core";
import {
  isAnswerField,
  type FormDefinition,
  type FormField,
} from "../../../../../shared/requests/forms/forms.definition";
import type { FormChoices } from "../../../../../shared/requests/forms/form-templates.contract";
import { currencyCodes } from "../../../../../shared/kernel/money";
import { useFormat, useText } from "../../../../platform/intl/useText";
import { AmountField } from "../../../../ui/fields/AmountField";
import { OptionalLabel } from "../../../../ui/fields/OptionalLabel";
import { ChoiceSettings } from "./ChoiceSettings";
import { ColumnSettings } from "./ColumnSettings";
import { ConditionSettings } from "./ConditionSettings";
import { FieldInput } from "../../fields/FieldInput";
import classes from "./BuilderSettings.module.css";
import { TranslationSettings } from "./TranslationSettings";
import { fieldTranslationRows } from "./translation-rows";

interface FieldSettingsProps {
  definition: FormDefinition;
  field: FormField;
  choices: FormChoices;
  errors: Record<string, string>;
  onChange: (change: Partial<FormField>) => void;
}

export function FieldSettings({ definition, field, choices, errors, onChange }: FieldSettingsProps) {
  const text = useText();
  const lengthError = useLengthError();
  const { number } = useFormat();
  const at = definition.fields.indexOf(field);
  const errorAt = (path: string) => errors[`fields.${at}.${path}`];
  const { kind } = field;
  const asks = isAnswerField(field);
  const currency = kind === "money" && field.currencies.length === 1 ? field.currencies[0] : undefined;
  return (
    <>
      <header className={classes.asideHead}>
        <h2>{text(`forms.kind.${kind}`)}</h2>
        <span>{text("forms.fieldOf", { position: number(at + 1), count: number(definition.fields.length) })}</span>
      </header>
      <div className={classes.asideBody}>
        <TextInput
          label={text(kind === "hint" || kind === "heading" ? "forms.words" : "forms.label")}
          value={field.label}
          error={lengthError(field.label, 200) ?? errorAt("label")}
          data-autofocus
          onChange={(event) => onChange({ label: event.currentTarget.value })}
        />
        {asks && (
          <Textarea
            error={lengthError(field.help, 500)}
            label={<OptionalLabel label={text("forms.help")} />}
            value={field.help}
            onChange={(event) => onChange({ help: event.currentTarget.value })}
          />
        )}
        {(kind === "choice" || kind === "choices") && (
          <ChoiceSettings choices={field.choices} errorAt={errorAt} onChange={(list) => onChange({ choices: list })} />
        )}
        {kind === "table" && (
          <ColumnSettings columns={field.columns} errorAt={errorAt} onChange={(columns) => onChange({ columns })} />
        )}
        {kind === "money" && (
          <MultiSelect
            searchable
            label={text("forms.currencies")}
            data={[...currencyCodes]}
            value={field.currencies}
            error={errorAt("currencies")}
            onChange={(currencies) => onChange({ currencies })}
          />
        )}
        {(kind === "number" || kind === "money") && (
          <div className={classes.pair}>
            <AmountField
              currency={currency}
              decimals={4}
              label={text("forms.min")}
              value={field.min}
              onChange={(min) => onChange({ min })}
            />
            <AmountField
              currency={currency}
              decimals={4}
              label={text("forms.max")}
              value={field.max}
              error={errorAt("max")}
              onChange={(max) => onChange({ max })}
            />
          </div>
        )}
        {asks && (
          <div className={classes.switches}>
            <Row label={text("forms.required")} on={field.required} onChange={(required) => onChange({ required })} />
            {(kind === "choice" || kind === "choices") && (
              <Row
                label={text("forms.several")}
                on={kind === "choices"}
                onChange={(several) => onChange({ kind: several ? "choices" : "choice", default: null })}
              />
            )}
            <Row label={text("forms.half")} on={field.half} onChange={(half) => onChange({ half })} />
            <Row label={text("forms.inInbox")} on={field.in_inbox} onChange={(in_inbox) => onChange({ in_inbox })} />
          </div>
        )}
        {asks && kind !== "file" && kind !== "table" && field.label !== "" && (
          <div>
            <FieldInput
              field={{ ...field, label: text("forms.default"), help: "", required: false, translations: {} }}
              answer={field.default}
              onAnswer={(answer) => onChange({ default: answer === "" ? null : answer })}
              errorAt={(path) => (path === "" ? errorAt("default") : undefined)}
              choices={choices}
              files={[]}
            />
          </div>
        )}
        <ConditionSettings
          label={text("forms.showOnlyIf")}
          conditions={field.shown_if}
          above={definition.fields.slice(0, at)}
          choices={choices}
          errorAt={(path) => errorAt(`shown_if.${path}`)}
          onChange={(shown_if) => onChange({ shown_if })}
        />
        <TranslationSettings lines={fieldTranslationRows(field, onChange)} />
      </div>
    </>
  );
}

function Row({ label, on, onChange }: { label: string; on: boolean; onChange: (on: boolean) => void }) {
  return (
    <Switch
      labelPosition="left"
      label={label}
      checked={on}
      classNames={{ root: classes.switch, body: classes.switchBody }}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}
