import type { FinanceDetail } from "../../../../shared/requests/finance/finance-reply.contract";
import { decimalsOf } from "../../../../shared/kernel/money";
import { useFormat, useText } from "../../../platform/intl/useText";
import { Panel } from "../../../ui/Panel";
import classes from "./ItemsTable.module.css";

export function ItemsTable({ request }: { request: Pick<FinanceDetail, "items" | "currency" | "total"> }) {
  const text = useText();
  const { amount, number } = useFormat();
  const { items, currency, total } = request;
  const money = (value: string) => amount(value, Math.max(decimalsOf(currency), value.split(".")[1]?.length ?? 0));
  return (
    <Panel title={text("finance.items")} count={number(items.length)}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th>{text("finance.item.details")}</th>
            <th className={classes.end}>{text("finance.item.priceIn", { currency })}</th>
            <th className={classes.end}>{text("finance.item.quantity")}</th>
            <th className={classes.end}>{text("finance.item.totalIn", { currency })}</th>
          </tr>
        </thead>
        <tbody>
          {items.map((item, at) => (
            // Items have no id other than their index
            <tr key={at}>
              <td>
                <bdi>{item.details}</bdi>
              </td>
              <td className={classes.end}>{money(item.price ?? "0")}</td>
              <td className={classes.end}>{number(item.quantity)}</td>
              <td className={classes.end}>{money(item.total)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th colSpan={3} scope="row">
              {text("finance.total")}
            </th>
            <td className={classes.end}>{money(total)}</td>
          </tr>
        </tfoot>
      </table>
    </Panel>
  );
}
