import { TextInput, type TextInputProps } from "@mantine/core";
import { useState } from "react";
import { decimalsOf, isAmount } from "../../../shared/kernel/money";
import { useFormat } from "../../platform/intl/useText";
import { amountOf } from "./typed-amount";

interface AmountFieldProps extends Omit<TextInputProps, "value" | "onChange"> {
  /** An amount where it is one, else what was typed. */
  value: string;
  currency?: string;
  onChange: (value: string) => void;
}

/** An amount: while one types it stays as typed, afterwards it reads as amounts do in this language. */
export function AmountField({ value, currency, onChange, onBlur, ...field }: AmountFieldProps) {
  const { amount, signs } = useFormat();
  const [typed, setTyped] = useState<string | null>(null);
  const least = currency ? decimalsOf(currency) : 0;
  const decimals = Math.max(least, value.split(".")[1]?.length ?? 0);
  return (
    <TextInput
      {...field}
      inputMode="decimal"
      autoComplete="off"
      value={typed ?? (isAmount(value) ? amount(value, decimals) : value)}
      rightSection={currency && <small>{currency}</small>}
      rightSectionWidth={currency ? 48 : undefined}
      onChange={(event) => {
        const text = event.currentTarget.value;
        setTyped(text);
        onChange(text.trim() === "" ? "" : (amountOf(text, signs) ?? text));
      }}
      onBlur={(event) => {
        setTyped(null);
        onBlur?.(event);
      }}
    />
  );
}
