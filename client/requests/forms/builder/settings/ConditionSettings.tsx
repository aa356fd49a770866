import { usePeopleOptions } from "../../../../ui/fields/usePeopleOptions";
import { ActionIcon, Button, NativeSelect, TextInput } from "@mantine/core";
import { IconPlus, IconX } from "@tabler/icons-react";
import { operatorNeedsValue, conditionOpsOf } from "../../../../../shared/requests/forms/forms.conditions.rules";
import {
  isAnswerField,
  type FieldCondition,
  type ConditionOp,
  type FormField,
} from "../../../../../shared/requests/forms/forms.definition";
import type { FormChoices } from "../../../../../shared/requests/forms/form-templates.contract";
import { formLimits } from "../../../../../shared/requests/forms/forms.schema";
import { useText } from "../../../../platform/intl/useText";
import { useRowKeys } from "../../../../ui/form/row-keys";
import classes from "./BuilderSettings.module.css";
import { AmountField } from "../../../../ui/fields/AmountField";
import tones from "../../../../ui/layout/tones.module.css";

interface ConditionSettingsProps {
  label: string;
  conditions: FieldCondition[];
  /** Fields above this one, which conditions may refer to. */
  above: readonly FormField[];
  choices: FormChoices;
  errorAt: (path: string) => string | undefined;
  onChange: (conditions: FieldCondition[]) => void;
}

export function ConditionSettings({ label, conditions, above, choices, errorAt, onChange }: ConditionSettingsProps) {
  const text = useText();
  const keys = useRowKeys(conditions);
  const questions = above.filter(isAnswerField);
  const nameOf = (field: FormField) => field.label || text(`forms.kind.${field.kind}`);
  const begin = (field: FormField): FieldCondition => ({
    field: field.id,
    op: conditionOpsOf(field.kind).includes("is") ? "is" : "filled",
    value: "",
  });
  const change = (at: number, next: FieldCondition) =>
    onChange(conditions.map((one, place) => (place === at ? next : one)));
  return (
    <fieldset className={classes.group}>
      <legend>{label}</legend>
      {conditions.map((condition, at) => {
        const field = questions.find(({ id }) => id === condition.field);
        return (
          <div key={keys[at]} className={classes.condition}>
            <NativeSelect
              aria-label={text("forms.condition.field")}
              value={field ? condition.field : ""}
              data={[
                ...(field ? [] : [{ value: "", label: text("forms.gone") }]),
                ...questions.map((one) => ({ value: one.id, label: nameOf(one) })),
              ]}
              error={errorAt(`${at}.field`)}
              onChange={(event) => {
                const chosen = questions.find(({ id }) => id === event.currentTarget.value);
                if (chosen) change(at, begin(chosen));
              }}
            />
            <NativeSelect
              aria-label={text("forms.condition.op")}
              value={condition.op}
              data={(field ? conditionOpsOf(field.kind) : [condition.op]).map((op) => ({
                value: op,
                label: text(`forms.op.${op}`),
              }))}
              onChange={(event) => change(at, { ...condition, op: event.currentTarget.value as ConditionOp })}
            />
            <ActionIcon
              aria-label={text("forms.condition.remove")}
              onClick={() => onChange(conditions.filter((_, place) => place !== at))}
            >
              <IconX size={14} stroke={1.75} aria-hidden />
            </ActionIcon>
            {field && operatorNeedsValue(condition.op) && (
              <Value
                field={field}
                value={condition.value}
                choices={choices}
                error={errorAt(`${at}.value`)}
                onChange={(value) => change(at, { ...condition, value })}
              />
            )}
          </div>
        );
      })}
      {questions.length > 0 && conditions.length < formLimits.conditions && (
        <Button
          variant="subtle"
          color="gray"
          size="xs"
          leftSection={<IconPlus size={14} stroke={1.75} aria-hidden />}
          onClick={() => onChange([...conditions, begin(questions.at(-1) as FormField)])}
        >
          {text("forms.addCondition")}
        </Button>
      )}
      {questions.length === 0 && <p className={tones.quiet}>{text("forms.nothingAbove")}</p>}
    </fieldset>
  );
}

interface ValueProps {
  field: FormField;
  value: string;
  choices: FormChoices;
  error: string | undefined;
  onChange: (value: string) => void;
}

function Value({ field, value, choices, error, onChange }: ValueProps) {
  const text = useText();
  const people = usePeopleOptions(choices.people);
  const list =
    field.kind === "choice" || field.kind === "choices"
      ? field.choices.map(({ id, label }) => ({ value: id, label }))
      : field.kind === "user"
        ? people
        : field.kind === "department"
          ? choices.departments.map(({ id, name }) => ({ value: String(id), label: name }))
          : null;
  const common = { className: classes.value, "aria-label": text("forms.condition.value"), value, error };
  if (list)
    return (
      <NativeSelect
        {...common}
        data={[{ value: "", label: text("forms.chooseOne") }, ...list]}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  if (field.kind === "text" || field.kind === "date")
    return <TextInput {...common} type={field.kind} onChange={(event) => onChange(event.currentTarget.value)} />;
  return (
    <AmountField
      {...common}
      currency={undefined}
      decimals={4}
      placeholder={field.kind === "date_range" ? text("forms.condition.days") : undefined}
      onChange={onChange}
    />
  );
}
