import { TextInput, type TextInputProps } from "@mantine/core";
import { useState } from "react";
import { decimalsOf, isAmount } from "../../../shared/kernel/money";
import { useFormat, useText } from "../../platform/intl/useText";
import { parseAmount, isAmbiguousAmount } from "../../../shared/kernel/written-amounts";

interface AmountFieldProps extends Omit<TextInputProps, "value" | "onChange"> {
  /** A normalized amount if valid, otherwise the typed text. */
  value: string;
  /** Undefined for numbers that aren't money, and for money of several currencies. */
  currency: string | undefined;
  /** The currency is shown elsewhere and only determines the number of decimals. */
  withoutSign?: boolean;
  onChange: (value: string) => void;
}

/** Amount field: unformatted while typing, localized afterwards. Ambiguous input (`3.250`) shows how it was interpreted. */
export function AmountField({ value, currency, withoutSign, onChange, onBlur, ...field }: AmountFieldProps) {
  const text = useText();
  const { amount, signs } = useFormat();
  const [typed, setTyped] = useState<string | null>(null);
  const [ambiguous, setAmbiguous] = useState<string | null>(null);
  const least = currency ? decimalsOf(currency) : 0;
  const decimals = Math.max(least, value.split(".")[1]?.length ?? 0);
  return (
    <TextInput
      description={
        ambiguous !== null && isAmount(value)
          ? text("file.format.reads", { from: ambiguous, to: amount(value, decimals) })
          : undefined
      }
      {...field}
      inputMode="decimal"
      autoComplete="off"
      value={typed ?? (isAmount(value) ? amount(value, decimals) : value)}
      rightSection={currency && !withoutSign && <small>{currency}</small>}
      rightSectionWidth={currency && !withoutSign ? 48 : undefined}
      onChange={(event) => {
        const next = event.currentTarget.value;
        setTyped(next);
        setAmbiguous(isAmbiguousAmount(next, signs) ? next : null);
        onChange(
          next.trim() === "" ? "" : (parseAmount(next, signs, currency ? decimalsOf(currency) : undefined) ?? next),
        );
      }}
      onBlur={(event) => {
        setTyped(null);
        onBlur?.(event);
      }}
    />
  );
}
