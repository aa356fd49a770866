import { ActionIcon } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { decimalsOf } from "../../../../../shared/kernel/money";
import { useFormat, useText } from "../../../../platform/intl/useText";
import classes from "./ItemsSheet.module.css";
import type { ItemAmounts } from "../../../../../shared/requests/finance/finance.items.rules";
import { ItemExtras } from "./ItemExtras";
import { type ItemField, priceRules, type SheetColumn, type SheetItem } from "./items.sheet";
import { QuantityCell } from "./QuantityCell";
import type { InputHTMLAttributes } from "react";
import { useTypedNumber } from "../../../../ui/fields/useTypedNumber";

interface ItemRowProps {
  item: SheetItem;
  row: number;
  amounts: ItemAmounts;
  currency: string;
  lastPrice: string | null;
  taxed: boolean;
  errorAt: (field: ItemField) => string | undefined;
  wrong: ReadonlySet<SheetColumn>;
  reasons?: string;
  onChange: (changes: Partial<SheetItem>) => void;
  onRemove: () => void;
}

export function ItemRow(props: ItemRowProps) {
  const { item, row, amounts, currency, lastPrice, taxed, errorAt, wrong, reasons, onChange, onRemove } = props;
  const text = useText();
  const { number, amount } = useFormat();
  const at = row + 1;
  const mark = (column: SheetColumn) =>
    wrong.has(column) ? { "aria-invalid": true as const, "aria-describedby": reasons } : {};
  const { total } = amounts;
  return (
    <>
      <tr>
        <td className={classes.no}>{number(at)}</td>
        <td className={classes.details} data-wrong={wrong.has("details") || undefined}>
          <input
            data-cell={`${row} details`}
            aria-label={text("finance.item.detailsOf", { number: at })}
            placeholder={text("finance.item.whatIsIt")}
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
            before={lastPrice}
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
            tabIndex={-1}
            aria-label={text("finance.item.removeOf", { number: at })}
            aria-keyshortcuts="Alt+Delete"
            onClick={onRemove}
          >
            <IconX size={14} stroke={1.75} aria-hidden />
          </ActionIcon>
        </td>
      </tr>
      {taxed && (
        <ItemExtras item={item} row={row} amounts={amounts} currency={currency} errorAt={errorAt} onChange={onChange} />
      )}
    </>
  );
}

interface PriceInputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, "value" | "onChange"> {
  /** A normalized amount if valid, otherwise the text as typed. */
  value: string;
  currency: string;
  before: string | null;
  onChange: (value: string) => void;
}

/** The sheet shows the question if the price has several readings. */
function PriceInput({ value, currency, before, onChange, ...input }: PriceInputProps) {
  const { amount } = useFormat();
  const leastDecimals = decimalsOf(currency);
  const { input: typed } = useTypedNumber({ value, leastDecimals, before, onChange, ...priceRules });
  return <input {...input} {...typed} inputMode="decimal" placeholder={amount("0", leastDecimals)} />;
}
