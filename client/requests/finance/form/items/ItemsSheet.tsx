import { Checkbox } from "@mantine/core";
import { IconAlertCircle, IconPlus } from "@tabler/icons-react";
import { useId } from "react";
import { decimalsOf } from "../../../../../shared/kernel/money";
import { maxItems } from "../../../../../shared/requests/finance/finance.items.rules";
import { useFormat, useText } from "../../../../platform/intl/useText";
import { NumberQuestion } from "../../../../ui/fields/NumberQuestion";
import { Panel } from "../../../../ui/Panel";
import { useRowKeys } from "../../../../ui/form/row-keys";
import { ItemRow } from "./ItemRow";
import classes from "./ItemsSheet.module.css";
import { displayedAmounts, isEmptyItem, type ItemField, quantityOf, type SheetItem, updateItem } from "./items.sheet";
import { useItemProblems } from "./useItemProblems";
import { useSheetKeys } from "./useSheetKeys";

interface ItemsSheetProps {
  items: readonly SheetItem[];
  /** The same items as they count for the request's type. */
  counted: readonly SheetItem[];
  currency: string;
  /** Whether items have a VAT rate, a cost account and a discount. */
  taxed: boolean;
  /** The last price of an item from the same supplier. */
  lastPriceOf: (details: string) => string | null;
  onChange: (items: SheetItem[]) => void;
  errorAt: (row: number, field: ItemField) => string | undefined;
  error?: string;
}

export function ItemsSheet({
  items,
  counted,
  currency,
  taxed,
  lastPriceOf,
  onChange,
  errorAt,
  error,
}: ItemsSheetProps) {
  const text = useText();
  const { number } = useFormat();
  const reasons = useId();
  const keys = useRowKeys(items);
  const { table, onKeyDown, onPaste, add, remove } = useSheetKeys(items, onChange);
  const { questions, messages, invalidColumns, typing } = useItemProblems({ items, taxed, error, errorAt });
  const choose = (row: number, column: "price" | "quantity", value: string) => {
    onChange(updateItem(items, row, column === "price" ? { price: value } : { quantity: quantityOf(value) }));
    table.current?.querySelector<HTMLInputElement>(`[data-cell="${row} ${column}"]`)?.focus();
  };
  const withTax = counted.some(({ vat_rate }) => vat_rate);
  const isGross = items.some(({ gross }) => gross);
  const hasReasons = messages.length > 0 || questions.length > 0;
  return (
    <Panel
      title={text("finance.items")}
      count={number(items.filter((item) => !isEmptyItem(item)).length)}
      end={<span className={classes.hint}>{text("finance.items.hint")}</span>}
    >
      <div className={classes.frame}>
        <table ref={table} className={classes.sheet} onKeyDown={onKeyDown} onPaste={onPaste} {...typing}>
          <SheetHead currency={currency} isNet={withTax && !isGross} />
          <tbody>
            {items.map((item, row) => (
              <ItemRow
                key={keys[row]}
                row={row}
                item={item}
                amounts={displayedAmounts(counted[row] ?? item, currency)}
                currency={currency}
                lastPrice={lastPriceOf(item.details)}
                taxed={taxed}
                errorAt={(field) => errorAt(row, field)}
                wrong={invalidColumns[row] ?? new Set()}
                reasons={hasReasons ? reasons : undefined}
                onChange={(changes) => onChange(updateItem(items, row, changes))}
                onRemove={() => remove(row)}
              />
            ))}
          </tbody>
        </table>
      </div>
      {withTax && (
        <Checkbox
          className={classes.gross}
          label={text("finance.items.gross")}
          checked={isGross}
          onChange={() => onChange(items.map((item) => ({ ...item, gross: !isGross })))}
        />
      )}
      <button type="button" className={classes.add} onClick={add} disabled={items.length >= maxItems}>
        <IconPlus size={16} stroke={1.75} aria-hidden />
        {text("finance.item.add")}
      </button>
      {hasReasons && (
        <div role="alert">
          <ul id={reasons} className={classes.problems}>
            {messages.map((message) => (
              <li key={message}>
                <IconAlertCircle size={14} stroke={1.75} aria-hidden />
                {message}
              </li>
            ))}
            {questions.map(({ row, column, value, readings }) => (
              <li key={`${row} ${column}`}>
                <IconAlertCircle size={14} stroke={1.75} aria-hidden />
                {text(`finance.item.${column}Of`, { number: row + 1 })}
                <NumberQuestion
                  value={value}
                  readings={readings}
                  before={column === "price" ? lastPriceOf(items[row]?.details ?? "") : null}
                  leastDecimals={column === "price" ? decimalsOf(currency) : 0}
                  onChoose={(chosen) => choose(row, column, chosen)}
                />
              </li>
            ))}
          </ul>
        </div>
      )}
    </Panel>
  );
}

function SheetHead({ currency, isNet }: { currency: string; isNet: boolean }) {
  const text = useText();
  return (
    <thead>
      <tr>
        <th className={classes.no}>
          <span className="sr-only">{text("finance.item.number")}</span>
        </th>
        <th>{text("finance.item.details")}</th>
        <th className={classes.price}>
          {text(isNet ? "finance.item.netPriceIn" : "finance.item.priceIn", { currency })}
        </th>
        <th className={classes.quantity}>{text("finance.item.quantity")}</th>
        <th className={classes.total}>{text("finance.item.totalIn", { currency })}</th>
        <th className={classes.remove}>
          <span className="sr-only">{text("finance.item.remove")}</span>
        </th>
      </tr>
    </thead>
  );
}
