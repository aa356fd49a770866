import type { Coding } from "../../../shared/requests/accounting/coding.contract";
import { Message, useFormat, useText } from "../../platform/intl/useText";
import classes from "./Accounting.module.css";

type Change = Coding["history"][number]["changes"][number];

const fieldNames = {
  cost_account: "accounting.account",
  tax_key: "accounting.taxKey",
  cost_centre: "accounting.costCentre",
  invoice_number: "finance.invoiceNumber",
  invoice_date: "finance.invoiceDate",
  service_from: "finance.serviceFrom",
  service_to: "finance.serviceTo",
} as const;

const days: readonly Change["field"][] = ["invoice_date", "service_from", "service_to"];

/** Earlier changes, latest first. */
export function CodingHistory({ history }: Pick<Coding, "history">) {
  const text = useText();
  const { dateTime } = useFormat();
  if (history.length === 0) return null;
  return (
    <details className={classes.history}>
      <summary>{text("accounting.coding.history")}</summary>
      <ul>
        {history.map(({ id, by, at, changes }) => (
          <li key={id}>
            <small>
              {by && (
                <>
                  <bdi>{by.fullname}</bdi> ·{" "}
                </>
              )}
              {dateTime(at)}
            </small>
            {changes.map((change) => (
              <CodingChange key={`${change.line} ${change.field}`} change={change} />
            ))}
          </li>
        ))}
      </ul>
    </details>
  );
}

function CodingChange({ change: { line, field, before, after } }: { change: Change }) {
  const text = useText();
  const { day, number } = useFormat();
  const valueText = (value: string | null) =>
    value === null ? text("accounting.coding.empty") : <bdi>{days.includes(field) ? day(value, "medium") : value}</bdi>;
  const name = text(fieldNames[field]);
  return (
    <span>
      <Message
        id="accounting.coding.change"
        values={{
          field: line === null ? name : text("accounting.coding.fieldOfLine", { line: number(line), field: name }),
          before: valueText(before),
          after: valueText(after),
        }}
      />
    </span>
  );
}
