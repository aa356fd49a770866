import { NativeSelect } from "@mantine/core";
import type { ReactNode } from "react";
import type { Money } from "../../../shared/forms/forms.definition";
import { useText } from "../../platform/intl/useText";
import { AmountField } from "../../ui/fields/AmountField";
import classes from "./FieldInput.module.css";
import type { FieldInputProps } from "./FieldInput";

interface MoneyInputProps extends FieldInputProps {
  label: ReactNode;
  description: string | undefined;
}

/** An amount with its currency; where there is only one, it stands at the end of the field. */
export function MoneyInput({ field, answer, onAnswer, errorAt, label, description }: MoneyInputProps) {
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
      currency={field.currencies.length > 1 ? undefined : currency}
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
      {description && <p className={classes.help}>{description}</p>}
    </div>
  );
}
