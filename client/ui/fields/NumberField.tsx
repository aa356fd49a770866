import type { TextInputProps } from "@mantine/core";
import type { Ref } from "react";
import { AmountField } from "./AmountField";

interface NumberFieldProps extends Omit<TextInputProps, "value" | "onChange" | "min" | "max"> {
  /** A whole number, or the typed text if it is invalid; null or empty for no value. */
  value: number | string | null;
  min: number;
  max: number;
  onChange: (value: number | string) => void;
  ref?: Ref<HTMLInputElement>;
}

/** Whole-number field; arrow keys change it by one. */
export function NumberField({ value, min, max, onChange, ...field }: NumberFieldProps) {
  return (
    <AmountField
      {...field}
      currency={undefined}
      decimals={0}
      max={max}
      isUngrouped
      inputMode="numeric"
      value={String(value ?? "")}
      onChange={(next) => onChange(/^-?\d{1,9}$/.test(next) ? Number(next) : next)}
      onStep={(by) => {
        const from = typeof value === "number" ? value : min - by;
        onChange(Math.min(max, Math.max(min, from + by)));
      }}
    />
  );
}
