import { TextInput, type TextInputProps } from "@mantine/core";
import { useMergedRef } from "@mantine/hooks";
import { type Ref, useRef } from "react";
import { decimalsOf } from "../../../shared/kernel/money";
import type { ComparedNumber, TypedNumberRules } from "../../../shared/kernel/typed-numbers";
import { NumberQuestion } from "./NumberQuestion";
import { useTypedNumber } from "./useTypedNumber";

interface AmountFieldProps
  extends Omit<TextInputProps, "value" | "onChange" | "max">,
    Partial<TypedNumberRules>,
    ComparedNumber {
  /** A normalized amount if valid, otherwise the typed text. */
  value: string;
  /** Undefined for numbers that aren't money, and for money of several currencies. */
  currency: string | undefined;
  /** The currency is shown elsewhere and only determines the number of decimals. */
  withoutSign?: boolean;
  /** For years and counts. */
  isUngrouped?: boolean;
  /** Called for the arrow keys. */
  onStep?: (by: 1 | -1) => void;
  onChange: (value: string) => void;
  ref?: Ref<HTMLInputElement>;
}

/**
 * Field for an amount or another number with decimals, two by default. If the typed text has several readings or differs a lot from the value
 * before, the field asks below the input when it is left or on Enter, and its value is invalid until the user has chosen.
 */
export function AmountField(props: AmountFieldProps) {
  const { value, currency, withoutSign, isUngrouped, onChange, onBlur, onStep, error, ref, ...rest } = props;
  const { decimals, max, isMostlySmall, before, unusualFactor, onKeyDown, ...field } = rest;
  const input = useRef<HTMLInputElement>(null);
  const leastDecimals = currency ? decimalsOf(currency) : 0;
  const { input: typed, ...number } = useTypedNumber({
    value,
    onChange,
    leastDecimals,
    isUngrouped,
    before,
    unusualFactor,
    decimals: decimals ?? (currency ? leastDecimals : 2),
    max,
    isMostlySmall,
  });
  // An error as text was caused by an attempt to save, so the question must be visible even while typing.
  const readings = error && error !== true ? number.pendingReadings : number.readings;
  const choose = (chosen: string) => {
    number.discardTyped();
    onChange(chosen);
    input.current?.focus();
  };
  return (
    <TextInput
      rightSection={currency && !withoutSign && <small>{currency}</small>}
      rightSectionWidth={currency && !withoutSign ? 48 : undefined}
      inputMode="decimal"
      {...field}
      {...typed}
      ref={useMergedRef(input, ref)}
      error={
        readings.length > 0 ? (
          <NumberQuestion
            value={value}
            readings={readings}
            before={before}
            leastDecimals={leastDecimals}
            onChoose={choose}
          />
        ) : (
          error
        )
      }
      onBlur={(event) => {
        typed.onBlur();
        onBlur?.(event);
      }}
      onKeyDown={(event) => {
        const by = event.key === "ArrowUp" ? 1 : event.key === "ArrowDown" ? -1 : null;
        if (by !== null && onStep && !field.readOnly) {
          event.preventDefault();
          number.discardTyped();
          onStep(by);
        }
        // The number must be understood before the form is sent.
        if (event.key === "Enter" && !event.ctrlKey && !event.metaKey && number.pendingReadings.length > 0) {
          event.preventDefault();
          number.ask();
        }
        onKeyDown?.(event);
      }}
    />
  );
}
