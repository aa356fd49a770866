import { ActionIcon } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { decimalsOf } from "../../../shared/kernel/money";
import { useFormat, useText } from "../../platform/intl/useText";
import classes from "./ItemsSheet.module.css";
import { type SheetColumn, type SheetItem, shownTotal } from "./items.sheet";
import { PriceInput } from "./PriceInput";
import { QuantityCell } from "./QuantityCell";

interface ItemRowProps {
  item: SheetItem;
  row: number;
  currency: string;
  /** Which cells are wrong. */
  wrong: ReadonlySet<SheetColumn>;
  /** Where the reasons stand. */
  reasons?: string;
  onChange: (changes: Partial<SheetItem>) => void;
  onRemove: () => void;
}

/** A line of the sheet: what it is, its price, how many, and what that comes to. */
export function ItemRow({ item, row, currency, wrong, reasons, onChange, onRemove }: ItemRowProps) {
  const text = useText();
  const { number, amount } = useFormat();
  const at = row + 1;
  const mark = (column: SheetColumn) =>
    wrong.has(column) ? { "aria-invalid": true as const, "aria-describedby": reasons } : {};
  const total = shownTotal(item, currency);
  return (
    <tr>
      <td className={classes.no}>{number(at)}</td>
      <td className={classes.details} data-wrong={wrong.has("details") || undefined}>
        <input
          data-cell={`${row} details`}
          aria-label={text("finance.item.detailsOf", { number: at })}
          placeholder={text("finance.item.whatIsIt")}
          maxLength={500}
          value={item.details}
          onChange={(event) => onChange({ details: event.currentTarget.value })}
          {...mark("details")}
        />
      </td>
      <td className={classes.price} data-wrong={wrong.has("price") || undefined}>
        <PriceInput
          data-cell={`${row} price`}
          aria-label={text("finance.item.priceOf", { number: at })}
          value={item.price}
          currency={currency}
          onChange={(price) => onChange({ price })}
          {...mark("price")}
        />
      </td>
      <td className={classes.quantity} data-wrong={wrong.has("quantity") || undefined}>
        <QuantityCell
          cell={`${row} quantity`}
          number={at}
          value={item.quantity}
          invalid={wrong.has("quantity")}
          describedBy={wrong.has("quantity") ? reasons : undefined}
          onChange={(quantity) => onChange({ quantity })}
        />
      </td>
      <td className={classes.total}>
        <output
          aria-label={text("finance.item.totalOf", { number: at })}
          data-nothing={!/[1-9]/.test(total) || undefined}
        >
          {amount(total, decimalsOf(currency))}
        </output>
      </td>
      <td className={classes.remove}>
        <ActionIcon
          variant="subtle"
          tabIndex={-1}
          aria-label={text("finance.item.removeOf", { number: at })}
          aria-keyshortcuts="Alt+Delete"
          onClick={onRemove}
        >
          <IconX size={14} stroke={1.75} aria-hidden />
        </ActionIcon>
      </td>
    </tr>
  );
}
