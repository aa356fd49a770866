import { TextInput, type TextInputProps } from "@mantine/core";
import { useState } from "react";
import { latinDigits } from "../../../shared/kernel/digits";
import { useFormat } from "../../platform/intl/useText";

interface NumberFieldProps extends Omit<TextInputProps, "value" | "onChange" | "min" | "max"> {
  /** A whole number, or what was typed instead of one; empty where there is none. */
  value: number | string | null;
  min: number;
  max: number;
  onChange: (value: number | string) => void;
}

/**
 * A whole number, typed in the digits of any of our languages; the arrow keys go one up and down. While one types it
 * stays as typed, afterwards it reads as numbers do in this language.
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

/** What is no whole number stays as it was typed: whoever keeps it says what is wrong. */
function wholeOf(typed: string): number | string {
  const text = latinDigits(typed).trim();
  return /^\d{1,9}$/.test(text) ? Number(text) : text;
}
