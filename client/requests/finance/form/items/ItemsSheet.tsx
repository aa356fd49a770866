import { Checkbox } from "@mantine/core";
import { IconAlertCircle, IconPlus } from "@tabler/icons-react";
import { type FocusEvent, useId, useState } from "react";
import { decimalsOf } from "../../../../../shared/kernel/money";
import { readingsOfUnconfirmed } from "../../../../../shared/kernel/typed-numbers";
import { maxItems } from "../../../../../shared/requests/finance/finance.items.rules";
import { useFormat, useText } from "../../../../platform/intl/useText";
import { afterPress } from "../../../../ui/fields/after-press";
import { NumberQuestion } from "../../../../ui/fields/NumberQuestion";
import { Panel } from "../../../../ui/Panel";
import { useRowKeys } from "../../../../ui/form/row-keys";
import { ItemRow } from "./ItemRow";
import classes from "./ItemsSheet.module.css";
import {
  displayedAmounts,
  extraFields,
  isEmptyItem,
  type ItemField,
  priceRules,
  quantityOf,
  quantityRules,
  type SheetItem,
  sheetColumns,
  updateItem,
} from "./items.sheet";
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
  const { number, signs } = useFormat();
  const reasons = useId();
  const keys = useRowKeys(items);
  const { table, onKeyDown, onPaste, add, remove } = useSheetKeys(items, onChange);
  const [typedCell, setTypedCell] = useState<string | null>(null);
  const questions = items.flatMap((item, row) =>
    (["price", "quantity"] as const).flatMap((column) => {
      const value = String(item[column]);
      const readings = readingsOfUnconfirmed(value, signs, column === "price" ? priceRules : quantityRules);
      const isShown = typedCell !== `${row} ${column}` || errorAt(row, column) !== undefined;
      return readings.length > 0 ? [{ row, column, value, readings, isShown }] : [];
    }),
  );
  const shownQuestions = questions.filter(({ isShown }) => isShown);
  const isQuestioned = (row: number, column: ItemField) =>
    questions.some((one) => one.row === row && one.column === column);
  const wrong = items.map(
    (_, row) =>
      new Set(
        sheetColumns.filter(
          (column) =>
            errorAt(row, column) !== undefined ||
            shownQuestions.some((one) => one.row === row && one.column === column),
        ),
      ),
  );
  const choose = (row: number, column: "price" | "quantity", value: string) => {
    onChange(updateItem(items, row, column === "price" ? { price: value } : { quantity: quantityOf(value) }));
    table.current?.querySelector<HTMLInputElement>(`[data-cell="${row} ${column}"]`)?.focus();
  };
  const withTax = counted.some(({ vat_rate }) => vat_rate);
  const isGross = items.some(({ gross }) => gross);
  const problems = [
    ...(error ? [error] : []),
    ...items.flatMap((_, row) =>
      [...sheetColumns, ...(taxed ? extraFields : [])].flatMap((field) => {
        const problem = isQuestioned(row, field) ? undefined : errorAt(row, field);
        return problem ? [text("finance.item.problem", { number: row + 1, problem })] : [];
      }),
    ),
  ];
  const hasReasons = problems.length > 0 || shownQuestions.length > 0;
  return (
    <Panel
      title={text("finance.items")}
      count={number(items.filter((item) => !isEmptyItem(item)).length)}
      end={<span className={classes.hint}>{text("finance.items.hint")}</span>}
    >
      <div className={classes.frame}>
        <table
          ref={table}
          className={classes.sheet}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
          onInput={({ target }) => setTypedCell((target as HTMLInputElement).dataset["cell"] ?? null)}
          onBlur={(_: FocusEvent) => afterPress(() => setTypedCell(null))}
        >
          <thead>
            <tr>
              <th className={classes.no}>
                <span className="sr-only">{text("finance.item.number")}</span>
              </th>
              <th>{text("finance.item.details")}</th>
              <th className={classes.price}>
                {text(withTax && !isGross ? "finance.item.netPriceIn" : "finance.item.priceIn", { currency })}
              </th>
              <th className={classes.quantity}>{text("finance.item.quantity")}</th>
              <th className={classes.total}>{text("finance.item.totalIn", { currency })}</th>
              <th className={classes.remove}>
                <span className="sr-only">{text("finance.item.remove")}</span>
              </th>
            </tr>
          </thead>
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
                wrong={wrong[row] ?? new Set()}
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
            {problems.map((problem) => (
              <li key={problem}>
                <IconAlertCircle size={14} stroke={1.75} aria-hidden />
                {problem}
              </li>
            ))}
            {shownQuestions.map(({ row, column, value, readings }) => (
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
