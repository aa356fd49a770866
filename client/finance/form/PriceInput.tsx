import { type InputHTMLAttributes, useState } from "react";
import { decimalsOf, isAmount } from "../../../shared/kernel/money";
import { useFormat } from "../../platform/intl/useText";
import { amountOf } from "../../ui/fields/typed-amount";

interface PriceInputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, "value" | "onChange"> {
  /** An amount where it is one, else what was typed. */
  value: string;
  currency: string;
  onChange: (value: string) => void;
}

/** An amount: while one types it stays as typed, afterwards it reads as amounts do in this language. */
export function PriceInput({ value, currency, onChange, onBlur, ...input }: PriceInputProps) {
  const { amount, signs } = useFormat();
  const [typed, setTyped] = useState<string | null>(null);
  const decimals = Math.max(decimalsOf(currency), value.split(".")[1]?.length ?? 0);
  return (
    <input
      {...input}
      inputMode="decimal"
      autoComplete="off"
      placeholder={amount("0", decimalsOf(currency))}
      value={typed ?? (isAmount(value) ? amount(value, decimals) : value)}
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
