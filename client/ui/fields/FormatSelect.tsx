import { Select } from "@mantine/core";
import type { ColumnFormat } from "../../../shared/kernel/table-text";
import {
  amountAndCurrency,
  parseAmountIn,
  type NumberStyle,
  numberStyles,
} from "../../../shared/kernel/written-amounts";
import { parseDayIn, type DayStyle, dayStyles } from "../../../shared/kernel/written-days";
import { useFormat, useText } from "../../platform/intl/useText";

interface FormatSelectProps {
  kind: "numbers" | "days";
  found: ColumnFormat;
  chosen: NumberStyle | DayStyle | "";
  /** A cell of the column, shown as it would be parsed. */
  sample: string;
  onChange: (style: NumberStyle | DayStyle) => void;
}

export function FormatSelect({ kind, found, chosen, sample, onChange }: FormatSelectProps) {
  const text = useText();
  const { amount, day } = useFormat();
  const value = chosen || (found.ambiguous ? null : found.style);
  const read = value && readAs(kind, value, sample);
  const formattedSample =
    read && (kind === "numbers" ? amount(read, read.split(".")[1]?.length ?? 0) : day(read, "medium"));
  return (
    <Select
      label={text(kind === "numbers" ? "file.numbers" : "file.days")}
      description={formattedSample ? text("file.format.reads", { from: sample, to: formattedSample }) : undefined}
      error={value === null ? text("file.format.choose") : undefined}
      data={(kind === "numbers" ? numberStyles : dayStyles).map((style) => ({
        value: style,
        label: text(`file.format.${style}`),
      }))}
      value={value}
      onChange={(style) => style && onChange(style as NumberStyle | DayStyle)}
      allowDeselect={false}
    />
  );
}

const readAs = (kind: "numbers" | "days", style: string, sample: string) =>
  kind === "numbers"
    ? parseAmountIn(style as NumberStyle, amountAndCurrency(sample).amount)
    : parseDayIn(style as DayStyle, sample);
