import { IconMinus, IconPlus } from "@tabler/icons-react";
import type { KeyboardEvent } from "react";
import { stepQuantity } from "../../../../../shared/requests/finance/finance.items.rules";
import { useText } from "../../../../platform/intl/useText";
import { useTypedNumber } from "../../../../ui/fields/useTypedNumber";
import classes from "./ItemsSheet.module.css";
import { quantityOf, quantityRules } from "./items.sheet";

interface QuantityCellProps {
  value: number | string;
  /** Item number, starting at 1. */
  number: number;
  cell: string;
  invalid: boolean;
  describedBy?: string;
  onChange: (quantity: number | string) => void;
}

export function QuantityCell({ value, number, cell, invalid, describedBy, onChange }: QuantityCellProps) {
  const text = useText();
  const typed = useTypedNumber({
    value: String(value),
    leastDecimals: 0,
    isUngrouped: true,
    onChange: (next) => onChange(quantityOf(next)),
    ...quantityRules,
  });
  const step = (by: 1 | -1) => {
    typed.discardTyped();
    onChange(stepQuantity(typeof value === "number" ? value : 0, by));
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
        {...typed.input}
        data-cell={cell}
        inputMode="decimal"
        aria-label={text("finance.item.quantityOf", { number })}
        aria-invalid={invalid || undefined}
        aria-describedby={describedBy}
        onKeyDown={onKey}
      />
      <button type="button" tabIndex={-1} aria-label={text("finance.item.more", { number })} onClick={() => step(1)}>
        <IconPlus size={14} stroke={1.75} aria-hidden />
      </button>
    </div>
  );
}
