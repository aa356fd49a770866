import { ActionIcon, Button, NativeSelect, TextInput } from "@mantine/core";
import { IconPlus, IconX } from "@tabler/icons-react";
import { needsValue, opsOf } from "../../../shared/forms/forms.conditions.rules";
import {
  asksSomething,
  type Condition,
  type ConditionOp,
  type FormField,
} from "../../../shared/forms/forms.definition";
import type { FormChoices } from "../../../shared/forms/form-templates.contract";
import { limits } from "../../../shared/forms/forms.schema";
import { latinDigits } from "../../../shared/kernel/digits";
import { useText } from "../../platform/intl/useText";
import { useRowKeys } from "../../ui/form/row-keys";
import classes from "./BuilderSettings.module.css";

interface ConditionSettingsProps {
  label: string;
  conditions: Condition[];
  /** What can be asked: the fields above. */
  above: readonly FormField[];
  choices: FormChoices;
  errorAt: (path: string) => string | undefined;
  onChange: (conditions: Condition[]) => void;
}

/** "Country is Germany": all of these must hold. */
export function ConditionSettings({ label, conditions, above, choices, errorAt, onChange }: ConditionSettingsProps) {
  const text = useText();
  const keys = useRowKeys(conditions);
  const asked = above.filter(asksSomething);
  const nameOf = (field: FormField) => field.label || text(`forms.kind.${field.kind}`);
  const begin = (field: FormField): Condition => ({
    field: field.id,
    op: opsOf(field.kind).includes("is") ? "is" : "filled",
    value: "",
  });
  const change = (at: number, next: Condition) => onChange(conditions.map((one, place) => (place === at ? next : one)));
  return (
    <fieldset className={classes.group}>
      <legend>{label}</legend>
      {conditions.map((condition, at) => {
        const field = asked.find(({ id }) => id === condition.field);
        return (
          <div key={keys[at]} className={classes.condition}>
            <NativeSelect
              aria-label={text("forms.condition.field")}
              value={field ? condition.field : ""}
              data={[
                ...(field ? [] : [{ value: "", label: text("forms.gone") }]),
                ...asked.map((one) => ({ value: one.id, label: nameOf(one) })),
              ]}
              error={errorAt(`${at}.field`)}
              onChange={(event) => {
                const chosen = asked.find(({ id }) => id === event.currentTarget.value);
                if (chosen) change(at, begin(chosen));
              }}
            />
            <NativeSelect
              aria-label={text("forms.condition.op")}
              value={condition.op}
              data={(field ? opsOf(field.kind) : [condition.op]).map((op) => ({
                value: op,
                label: text(`forms.op.${op}`),
              }))}
              onChange={(event) => change(at, { ...condition, op: event.currentTarget.value as ConditionOp })}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={text("forms.condition.remove")}
              onClick={() => onChange(conditions.filter((_, place) => place !== at))}
            >
              <IconX size={14} stroke={1.75} aria-hidden />
            </ActionIcon>
            {field && needsValue(condition.op) && (
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
      {asked.length > 0 && conditions.length < limits.conditions && (
        <Button
          variant="subtle"
          color="gray"
          size="xs"
          leftSection={<IconPlus size={14} stroke={1.75} aria-hidden />}
          onClick={() => onChange([...conditions, begin(asked.at(-1) as FormField)])}
        >
          {text("forms.addCondition")}
        </Button>
      )}
      {asked.length === 0 && <p className={classes.quiet}>{text("forms.nothingAbove")}</p>}
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
  const list =
    field.kind === "choice" || field.kind === "choices"
      ? field.choices.map(({ id, label }) => ({ value: id, label }))
      : field.kind === "user"
        ? choices.people.map(({ id, fullname }) => ({ value: String(id), label: fullname }))
        : field.kind === "department"
          ? choices.departments.map(({ id, name }) => ({ value: String(id), label: name }))
          : null;
  const common = { className: classes.value, "aria-label": text("forms.condition.value"), value, error };
  return list ? (
    <NativeSelect
      {...common}
      data={[{ value: "", label: text("forms.chooseOne") }, ...list]}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  ) : (
    <TextInput
      {...common}
      type={field.kind === "date" ? "date" : "text"}
      inputMode={field.kind === "text" ? undefined : "decimal"}
      placeholder={field.kind === "date_range" ? text("forms.condition.days") : undefined}
      onChange={(event) => {
        const typed = event.currentTarget.value;
        onChange(field.kind === "text" ? typed : latinDigits(typed).replace("\u066b", "."));
      }}
    />
  );
}
