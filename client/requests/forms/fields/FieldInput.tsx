import { usePeopleOptions } from "../../../ui/fields/usePeopleOptions";
import { Checkbox, NativeSelect, Select, Textarea, TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import type { FormChoices } from "../../../../shared/requests/forms/form-templates.contract";
import { answerLengths } from "../../../../shared/requests/forms/forms.answers.rules";
import type { FormRequestDetail } from "../../../../shared/requests/forms/forms.contract";
import type { DateRange, FormField, Money } from "../../../../shared/requests/forms/forms.definition";
import { AmountField } from "../../../ui/fields/AmountField";
import { DateField } from "../../../ui/fields/DateField";
import { useLengthError } from "../../../ui/fields/length";
import { OptionalLabel } from "../../../ui/fields/OptionalLabel";
import { useText } from "../../../platform/intl/useText";
import classes from "./FieldInput.module.css";
import { FileInput } from "./FileInput";
import { TableInput } from "./TableInput";
import { useFormTexts } from "../useFormTexts";

export interface FieldInputProps {
  field: FormField;
  answer: unknown;
  onAnswer: (answer: unknown) => void;
  /** Error by path relative to the field: `""`, `amount`, `0.k1`. */
  errorAt: (path: string) => string | undefined;
  choices: FormChoices;
  files: FormRequestDetail["files"];
  onFiles?: (files: readonly File[]) => void;
  onRemoveFile?: (id: number) => void;
}

const asText = (answer: unknown) => (typeof answer === "string" || typeof answer === "number" ? String(answer) : "");

/** Without choices that a newer version of the form doesn't have, because the user couldn't remove them. */
const existingChoices = ({ choices }: FormField, answer: unknown): string[] =>
  Array.isArray(answer) ? answer.filter((id: unknown) => choices.some((choice) => choice.id === id)) : [];

export function FieldInput(props: FieldInputProps) {
  const { field, answer, onAnswer, errorAt, choices } = props;
  const text = useText();
  const lengthError = useLengthError();
  const people = usePeopleOptions(choices.people);
  const { labelOf, helpOf, nameOf } = useFormTexts();
  const words = labelOf(field);
  const label: ReactNode = field.required ? words : <OptionalLabel label={words} />;
  const description = helpOf(field) || undefined;
  const error = errorAt("");
  const common = {
    label,
    description,
    error,
    inputWrapperOrder: order,
    "aria-invalid": error !== undefined || undefined,
  };
  const typedWithin = (max: number) => ({
    ...common,
    error: lengthError(asText(answer), max) ?? error,
    value: asText(answer),
    onChange: (event: { currentTarget: { value: string } }) => onAnswer(event.currentTarget.value),
  });
  switch (field.kind) {
    case "heading":
      return <h3 className={classes.heading}>{words}</h3>;
    case "hint":
      return <p className={classes.hint}>{words}</p>;
    case "text":
      return <TextInput {...typedWithin(answerLengths.text)} />;
    case "long_text":
      return <Textarea autosize minRows={3} {...typedWithin(answerLengths.long_text)} />;
    case "number":
      return <AmountField {...common} currency={undefined} decimals={4} value={asText(answer)} onChange={onAnswer} />;
    case "money":
      return <MoneyInput {...props} label={label} description={description} />;
    case "date":
      return (
        <DateField
          label={label}
          description={description}
          error={error}
          value={asText(answer) || null}
          onChange={onAnswer}
        />
      );
    case "date_range":
      return <RangeInput {...props} label={label} description={description} />;
    case "choice":
      return (
        <Select
          {...common}
          clearable={!field.required}
          placeholder={text("forms.chooseOne")}
          data={field.choices.map((choice) => ({ value: choice.id, label: nameOf(choice) }))}
          value={asText(answer) || null}
          onChange={onAnswer}
        />
      );
    case "choices":
      return (
        <Checkbox.Group
          label={label}
          description={description}
          error={error}
          inputWrapperOrder={order}
          value={existingChoices(field, answer)}
          onChange={onAnswer}
        >
          <div className={classes.checks}>
            {field.choices.map((choice) => (
              <Checkbox key={choice.id} value={choice.id} label={<bdi>{nameOf(choice)}</bdi>} />
            ))}
          </div>
        </Checkbox.Group>
      );
    case "user":
    case "department": {
      const list =
        field.kind === "user"
          ? people
          : choices.departments.map(({ id, name }) => ({ value: String(id), label: name }));
      return (
        <Select
          {...common}
          searchable
          clearable={!field.required}
          placeholder={text("forms.chooseOne")}
          nothingFoundMessage={list.length > 0 && text("forms.nobodyFound")}
          data={list}
          value={asText(answer) || null}
          onChange={(id) => onAnswer(id === null ? null : Number(id))}
        />
      );
    }
    case "file":
      return <FileInput {...props} label={label} description={description} />;
    default:
      return <TableInput {...props} label={label} description={description} />;
  }
}

/** Places the help below the input and errors below the help. */
const order: ("label" | "input" | "description" | "error")[] = ["label", "input", "description", "error"];

function RangeInput({
  answer,
  onAnswer,
  errorAt,
  label,
  description,
}: FieldInputProps & { label: ReactNode; description: string | undefined }) {
  const text = useText();
  const { from = null, to = null } = (answer ?? {}) as Partial<Record<keyof DateRange, string | null>>;
  return (
    <fieldset className={classes.group}>
      <legend>{label}</legend>
      <div className={classes.pair}>
        <DateField
          label={text("forms.range.from")}
          value={from}
          error={errorAt("from") ?? errorAt("")}
          onChange={(value) => onAnswer({ from: value, to })}
        />
        <DateField
          label={text("forms.range.to")}
          value={to}
          min={from}
          error={errorAt("to")}
          onChange={(value) => onAnswer({ from, to: value })}
        />
      </div>
      {description && (
        <p className={classes.help}>
          <bdi>{description}</bdi>
        </p>
      )}
    </fieldset>
  );
}

interface MoneyInputProps extends FieldInputProps {
  label: ReactNode;
  description: string | undefined;
}

/** Amount with currency; a single currency is shown at the end of the input instead of a choice. */
function MoneyInput({ field, answer, onAnswer, errorAt, label, description }: MoneyInputProps) {
  const text = useText();
  const [first = "USD"] = field.currencies;
  const { amount = "", currency = first } = (answer ?? {}) as Partial<Money>;
  const error = errorAt("amount") ?? errorAt("");
  const input = (
    <AmountField
      label={label}
      error={error}
      aria-invalid={error !== undefined || undefined}
      value={amount}
      currency={currency}
      withoutSign={field.currencies.length > 1}
      onChange={(value) => onAnswer({ amount: value, currency })}
    />
  );
  return (
    <div>
      {field.currencies.length > 1 ? (
        <div className={classes.money}>
          {input}
          <NativeSelect
            label={text("forms.currency")}
            value={currency}
            data={field.currencies}
            error={errorAt("currency")}
            onChange={(event) => onAnswer({ amount, currency: event.currentTarget.value })}
          />
        </div>
      ) : (
        input
      )}
      {description && (
        <p className={classes.help}>
          <bdi>{description}</bdi>
        </p>
      )}
    </div>
  );
}
