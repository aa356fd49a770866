import { IconMinus, IconPlus } from "@tabler/icons-react";
import { type KeyboardEvent, useState } from "react";
import { stepQuantity } from "../../../../shared/requests/finance/finance.items.rules";
import { useFormat, useText } from "../../../platform/intl/useText";
import classes from "./ItemsSheet.module.css";
import { parseQuantity } from "./items.sheet";

interface QuantityCellProps {
  value: number;
  /** Item number, starting at 1. */
  number: number;
  cell: string;
  invalid: boolean;
  describedBy?: string;
  onChange: (quantity: number) => void;
}

export function QuantityCell({ value, number, cell, invalid, describedBy, onChange }: QuantityCellProps) {
  const text = useText();
  const formats = useFormat();
  const [typed, setTyped] = useState<string | null>(null);
  const step = (by: 1 | -1) => {
    setTyped(null);
    onChange(stepQuantity(value, by));
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== "+" && event.key !== "-") return;
    event.preventDefault();
    step(event.key === "+" ? 1 : -1);
  };
  return (
    <div className={classes.stepper}>
      <button
        type="button"
        tabIndex={-1}
        disabled={value === 0}
        aria-label={text("finance.item.less", { number })}
        onClick={() => step(-1)}
      >
        <IconMinus size={14} stroke={1.75} aria-hidden />
      </button>
      <input
        data-cell={cell}
        inputMode="decimal"
        autoComplete="off"
        aria-label={text("finance.item.quantityOf", { number })}
        aria-invalid={invalid || undefined}
        aria-describedby={describedBy}
        value={typed ?? formats.number(value, { useGrouping: false })}
        onKeyDown={onKey}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          onChange(parseQuantity(event.currentTarget.value, formats.signs));
        }}
        onBlur={() => setTyped(null)}
      />
      <button type="button" tabIndex={-1} aria-label={text("finance.item.more", { number })} onClick={() => step(1)}>
        <IconPlus size={14} stroke={1.75} aria-hidden />
      </button>
    </div>
  );
}
