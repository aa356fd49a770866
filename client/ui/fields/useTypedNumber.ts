import { type ChangeEvent, useState } from "react";
import { isAmount } from "../../../shared/kernel/money";
import {
  type ComparedNumber,
  readingsOfUnconfirmed,
  significantDecimals,
  typedOfUnconfirmed,
  type TypedNumberRules,
  valueOfTyped,
} from "../../../shared/kernel/typed-numbers";
import { useFormat } from "../../platform/intl/useText";
import { afterPress } from "./after-press";
import { numberText, withoutShownGroups } from "./number-text";

export interface TypedNumberOptions extends TypedNumberRules, ComparedNumber {
  /** Decimal text if valid, otherwise the text as typed; `unconfirmedNumber` while the field asks. */
  value: string;
  /** Decimals that are always shown. */
  leastDecimals: number;
  isUngrouped?: boolean | undefined;
  onChange: (value: string) => void;
}

/** Properties of an input for a number: unformatted while typing, localized afterwards. */
export function useTypedNumber(options: TypedNumberOptions) {
  const { value, leastDecimals, isUngrouped = false, onChange, before, unusualFactor, ...rules } = options;
  const formats = useFormat();
  const [typed, setTyped] = useState<{ text: string; wasGrouped: boolean } | null>(null);
  const [isTyping, setTyping] = useState(false);
  const shownNumber = () =>
    isUngrouped
      ? formats.amount(value, Math.max(leastDecimals, significantDecimals(value)), false)
      : numberText(value, leastDecimals, rules, formats);
  const formatted = isAmount(value) ? shownNumber() : (typedOfUnconfirmed(value) ?? value);
  const readings = readingsOfUnconfirmed(value, formats.signs, rules);
  return {
    /** Readings to choose from, after the field was left. */
    readings: isTyping ? [] : readings,
    /** The same while typing, for a field that reports an error. */
    pendingReadings: readings,
    /** Shows the question for the typed text without leaving the field. */
    ask: () => setTyping(false),
    /** Discards the typed text, for a value set by other means. */
    discardTyped: () => setTyped(null),
    input: {
      autoComplete: "off",
      value: typed?.text ?? formatted,
      onChange: (event: ChangeEvent<HTMLInputElement>) => {
        const text = event.currentTarget.value;
        const isPasted = (event.nativeEvent as InputEvent).inputType === "insertFromPaste";
        const ungrouped = isPasted ? text : withoutShownGroups(formatted, text, formats.signs);
        const wasGrouped = typed === null ? ungrouped !== text : typed.wasGrouped && text.includes(formats.signs.group);
        setTyped({ text, wasGrouped });
        setTyping(true);
        const plain = wasGrouped ? text.replaceAll(formats.signs.group, "") : text;
        onChange(valueOfTyped(plain, formats.signs, { before, unusualFactor, ...rules }));
      },
      onBlur: () => {
        setTyped(null);
        afterPress(() => setTyping(false));
      },
    },
  };
}
