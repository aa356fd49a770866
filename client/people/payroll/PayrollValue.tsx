import {
  baseColumn,
  columnKind,
  type PayrollCell,
  type PayrollColumn,
} from "../../../shared/people/payroll/payroll.rules";
import { contractTypes } from "../../../shared/people/people/people.fields";
import { useNameOf } from "../../platform/intl/useNameOf";
import { useFormat, useText } from "../../platform/intl/useText";

export const isFilled = (cell: PayrollCell | undefined): boolean =>
  cell !== undefined && cell !== null && cell !== 0 && !(Array.isArray(cell) && cell.length === 0);

/** Title of a column; times are in hours. */
export function useColumnTitle(): (column: PayrollColumn) => string {
  const text = useText();
  const nameOf = useNameOf();
  return ({ key, name, inHours, currency }) => {
    if (!name) {
      const title = text(`payroll.column.${baseColumn(key)}`);
      return currency ? text("payroll.column.inCurrency", { name: title, currency }) : title;
    }
    if (baseColumn(key) === "payout") return text("payroll.column.payoutInHours", { name: nameOf(name) });
    return inHours ? text("payroll.column.inHours", { name: nameOf(name) }) : nameOf(name);
  };
}

export function PayrollValue({ column, cell }: { column: string; cell: PayrollCell | undefined }) {
  const text = useText();
  const { amount, day, number } = useFormat();
  if (cell === undefined || cell === null || (Array.isArray(cell) && cell.length === 0)) return "–";
  if (Array.isArray(cell))
    return cell.map(({ on, before, after }) => (
      <div key={on}>
        {text("payroll.changedOn", {
          day: day(on, "short"),
          before: before === null ? "–" : valueText(before),
          after: after === null ? "–" : valueText(after),
        })}
      </div>
    ));
  return <bdi>{valueText(cell)}</bdi>;

  function valueText(value: string | number): string {
    const kind = columnKind(column);
    if (kind === "minutes") return number(Number(value) / 60, { maximumFractionDigits: 2 });
    if (kind === "days") return number(Number(value), { maximumFractionDigits: 2 });
    if (kind === "day") return day(String(value), "medium");
    if (kind === "amount") return amount(String(value), String(value).split(".")[1]?.length ?? 0);
    const contract = kind === "contract" && contractTypes.find((type) => type === value);
    return contract ? text(`people.contract.${contract}`) : String(value);
  }
}
