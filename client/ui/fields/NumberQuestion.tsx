import { Button } from "@mantine/core";
import { typedOfUnconfirmed } from "../../../shared/kernel/typed-numbers";
import { useFormat, useText } from "../../platform/intl/useText";
import { questionedNumberText } from "./number-text";
import classes from "./NumberQuestion.module.css";

interface NumberQuestionProps {
  /** The unconfirmed number. */
  value: string;
  readings: readonly string[];
  /** The last comparable value. */
  before?: string | null | undefined;
  leastDecimals: number;
  onChoose: (value: string) => void;
}

/** Asks how a number is meant. Its buttons follow the field in the tab order. */
export function NumberQuestion({ value, readings, before, leastDecimals, onChoose }: NumberQuestionProps) {
  const text = useText();
  const formats = useFormat();
  const typed = typedOfUnconfirmed(value) ?? value;
  const formatted = (one: string) => questionedNumberText(one, leastDecimals, formats);
  const [first = ""] = readings;
  const question =
    readings.length > 1
      ? text("number.which", { typed })
      : before
        ? text("number.unusual", { value: formatted(first) })
        : text("number.tooFine", { typed, value: formatted(first) });
  return (
    <span className={classes.question} role="alert">
      {before && <span>{text("number.before", { before: formatted(before) })}</span>}
      <span>{question}</span>
      {readings.map((reading) => (
        <Button key={reading} size="compact-xs" variant="default" onClick={() => onChoose(reading)}>
          {text("number.use", { value: formatted(reading) })}
        </Button>
      ))}
      {before && !readings.includes(before) && (
        <Button size="compact-xs" variant="default" onClick={() => onChoose(before)}>
          {text("number.keep", { before: formatted(before) })}
        </Button>
      )}
    </span>
  );
}
