import type { FinanceDetail, FinanceItem } from "../../../../../shared/requests/finance/finance-reply.contract";
import { totalsByRate } from "../../../../../shared/requests/finance/finance.items.rules";
import { decimalsOf } from "../../../../../shared/kernel/money";
import { useFormat, useText } from "../../../../platform/intl/useText";
import { Panel } from "../../../../ui/Panel";
import { useItemSummary } from "./useItemSummary";
import classes from "./ItemsTable.module.css";

type ItemsTableRequest = Pick<FinanceDetail, "items" | "currency" | "net" | "tax" | "total">;

/** Net and VAT have columns only if an item has a VAT rate; on narrow screens each of its items is then a block with labels. */
export function ItemsTable({ request }: { request: ItemsTableRequest }) {
  const text = useText();
  const { amount, number } = useFormat();
  const money = useMoney(request.currency);
  const { items, currency } = request;
  const taxed = items.some(({ vat_rate }) => vat_rate !== null);
  const net = taxed && !items.every(({ gross }) => gross);
  const total = text("finance.item.totalIn", { currency });
  return (
    <Panel title={text("finance.items")} count={number(items.length)}>
      <table className={classes.table} data-taxed={taxed || undefined}>
        <thead>
          <tr>
            <th>{text("finance.item.details")}</th>
            <th className={classes.end}>
              {text(net ? "finance.item.netPriceIn" : "finance.item.priceIn", { currency })}
            </th>
            <th className={classes.end}>{text("finance.item.quantity")}</th>
            {taxed && <th className={classes.end}>{text("document.column.net")}</th>}
            {taxed && <th className={classes.end}>{text("document.column.tax")}</th>}
            <th className={classes.end}>{total}</th>
          </tr>
        </thead>
        <tbody>
          {items.map((item, at) => (
            // Items have no id, so the index is the key.
            <ItemLine key={at} item={item} currency={currency} taxed={taxed} net={net} />
          ))}
        </tbody>
        <tfoot>
          {totalsByRate(items, currency).map(({ percent, name, net, tax, total: gross }) => (
            <tr key={`${percent} ${name}`} className={classes.rate}>
              <th colSpan={3} scope="row">
                {percent === null ? (
                  text("document.withoutRate")
                ) : name === null ? (
                  text("document.atRate", { percent: amount(percent, decimalsIn(percent)) })
                ) : (
                  <bdi>{name}</bdi>
                )}
              </th>
              <td className={classes.end} data-label={text("document.column.net")}>
                {money(net)}
              </td>
              <td className={classes.end} data-label={text("document.column.tax")}>
                {money(tax)}
              </td>
              <td className={classes.end} data-label={total}>
                {money(gross)}
              </td>
            </tr>
          ))}
          <tr>
            <th colSpan={3} scope="row">
              {text("finance.total")}
            </th>
            {taxed && (
              <td className={classes.end} data-label={text("document.column.net")}>
                {money(request.net)}
              </td>
            )}
            {taxed && (
              <td className={classes.end} data-label={text("document.column.tax")}>
                {money(request.tax)}
              </td>
            )}
            <td className={classes.end} data-label={total}>
              {money(request.total)}
            </td>
          </tr>
        </tfoot>
      </table>
    </Panel>
  );
}

const decimalsIn = (percent: string) => percent.split(".")[1]?.length ?? 0;

interface ItemLineProps {
  item: FinanceItem;
  currency: string;
  taxed: boolean;
  /** Whether prices are net of VAT. */
  net: boolean;
}

function ItemLine({ item, currency, taxed, net }: ItemLineProps) {
  const text = useText();
  const { amount, number } = useFormat();
  const money = useMoney(currency);
  const summary = useItemSummary(item);
  const rate = item.vat_rate?.percent;
  return (
    <tr>
      <td>
        <bdi>{item.details}</bdi>
        {summary.length > 0 && (
          <small>
            {summary.map((part) => (
              <bdi key={part}>{part}</bdi>
            ))}
          </small>
        )}
      </td>
      <td
        className={classes.end}
        data-label={text(net ? "finance.item.netPriceIn" : "finance.item.priceIn", { currency })}
      >
        {money(item.price ?? "0")}
      </td>
      <td className={classes.end} data-label={text("finance.item.quantity")}>
        {number(item.quantity)}
      </td>
      {taxed && (
        <td className={classes.end} data-label={text("document.column.net")}>
          {money(item.net)}
        </td>
      )}
      {taxed && (
        <td className={classes.end} data-label={text("document.column.tax")}>
          {money(item.tax)}
          {rate && <small>{text("document.percent", { percent: amount(rate, decimalsIn(rate)) })}</small>}
        </td>
      )}
      <td className={classes.end} data-label={text("finance.item.totalIn", { currency })}>
        {money(item.total)}
      </td>
    </tr>
  );
}

function useMoney(currency: string) {
  const { amount } = useFormat();
  return (value: string) => amount(value, Math.max(decimalsOf(currency), value.split(".")[1]?.length ?? 0));
}
