import { TextInput, type TextInputProps } from "@mantine/core";
import { useState } from "react";
import { latinDigits } from "../../../shared/kernel/digits";
import { useFormat } from "../../platform/intl/useText";

interface NumberFieldProps extends Omit<TextInputProps, "value" | "onChange" | "min" | "max"> {
  /** A whole number, or the typed text if it is invalid; null or empty for no value. */
  value: number | string | null;
  min: number;
  max: number;
  onChange: (value: number | string) => void;
}

/**
 * Whole-number field that accepts the digits of any supported language; arrow keys change it by one. Unformatted while typing, localized
 * afterwards.
 */
export function NumberField({ value, min, max, onChange, onBlur, onKeyDown, ...field }: NumberFieldProps) {
  const { number } = useFormat();
  const [typed, setTyped] = useState<string | null>(null);
  const step = (by: 1 | -1) => {
    setTyped(null);
    const from = typeof value === "number" ? value : min - by;
    onChange(Math.min(max, Math.max(min, from + by)));
  };
  return (
    <TextInput
      {...field}
      inputMode="numeric"
      autoComplete="off"
      value={typed ?? (typeof value === "number" ? number(value, { useGrouping: false }) : (value ?? ""))}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        onChange(wholeOf(event.currentTarget.value));
      }}
      onBlur={(event) => {
        setTyped(null);
        onBlur?.(event);
      }}
      onKeyDown={(event) => {
        const by = event.key === "ArrowUp" ? 1 : event.key === "ArrowDown" ? -1 : null;
        if (by !== null && !field.readOnly) {
          event.preventDefault();
          step(by);
        }
        onKeyDown?.(event);
      }}
    />
  );
}

/** Returns invalid input unchanged, so that validation can report it. */
function wholeOf(typed: string): number | string {
  const text = latinDigits(typed).trim();
  return /^\d{1,9}$/.test(text) ? Number(text) : text;
}
