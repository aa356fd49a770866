import type { AnswerNames } from "../../../../shared/requests/forms/forms.contract";
import { isAnswerEmpty } from "../../../../shared/requests/forms/forms.conditions.rules";
import type { TableColumn, DateRange, FormField, Money } from "../../../../shared/requests/forms/forms.definition";
import { useFormat, useText } from "../../../platform/intl/useText";
import { Avatar } from "../../../ui/signs/Avatar";
import classes from "./AnswerValue.module.css";
import { useFormTexts } from "../useFormTexts";
import tones from "../../../ui/layout/tones.module.css";

interface AnswerValueProps {
  field: Pick<FormField, "kind" | "choices" | "columns">;
  answer: unknown;
  names: AnswerNames;
}

export function AnswerValue({ field, answer, names }: AnswerValueProps) {
  const text = useText();
  const { day, money } = useFormat();
  const { nameOf } = useFormTexts();
  const formatNumber = useNumberFormat();
  if (isAnswerEmpty(answer)) return <span className={tones.quiet}>{text("forms.notAnswered")}</span>;
  const chosen = (id: unknown) => {
    const choice = field.choices.find((one) => one.id === id);
    return choice ? nameOf(choice) : String(id);
  };
  switch (field.kind) {
    case "number":
      return <>{formatNumber(String(answer))}</>;
    case "money": {
      const { amount, currency } = answer as Money;
      return <>{money(amount, currency)}</>;
    }
    case "date":
      return <>{day(String(answer), "medium")}</>;
    case "date_range": {
      const { from, to } = answer as Partial<DateRange>;
      // A draft may have one of the two days.
      if (!from || !to)
        return <>{text("leave.fromTo", { from: from ? day(from) : "…", to: to ? day(to, "medium") : "…" })}</>;
      return (
        <>{from === to ? day(from, "medium") : text("leave.fromTo", { from: day(from), to: day(to, "medium") })}</>
      );
    }
    case "choice":
      return <bdi>{chosen(answer)}</bdi>;
    case "choices":
      return (
        <ul className={classes.list}>
          {(answer as string[]).map((id) => (
            <li key={id}>
              <bdi>{chosen(id)}</bdi>
            </li>
          ))}
        </ul>
      );
    case "user": {
      const person = names.people.find(({ id }) => id === answer);
      return person ? (
        <span className={classes.person}>
          <Avatar person={person} size={20} hasVisibleName />
          <bdi>{person.fullname}</bdi>
        </span>
      ) : (
        <>{text("forms.gone")}</>
      );
    }
    case "department":
      return <bdi>{names.departments.find(({ id }) => id === answer)?.name ?? text("forms.gone")}</bdi>;
    case "table":
      return <AnswerTable columns={field.columns} rows={answer as Record<string, unknown>[]} names={names} />;
    default:
      return <bdi className={classes.longText}>{String(answer)}</bdi>;
  }
}

/** Numbers are stored as text; they are shown in the user's number format with all decimals. */
function useNumberFormat() {
  const { amount } = useFormat();
  return (value: string) => amount(value, value.split(".")[1]?.length ?? 0);
}

const atEnd = new Set(["number", "money"]);

interface AnswerTableProps {
  columns: readonly TableColumn[];
  rows: readonly Record<string, unknown>[];
  names: AnswerNames;
}

function AnswerTable({ columns, rows, names }: AnswerTableProps) {
  const formatNumber = useNumberFormat();
  const { nameOf } = useFormTexts();
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a horizontally scrolling table must be reachable by keyboard
    <div className={classes.scroll} tabIndex={0}>
      <table className={classes.table}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.id} scope="col" data-end={atEnd.has(column.kind) || undefined}>
                <bdi>{nameOf(column)}</bdi>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={at}>
              {columns.map((column) => (
                <td key={column.id} data-end={atEnd.has(column.kind) || undefined}>
                  {column.kind === "money" && !isAnswerEmpty(row[column.id]) ? (
                    formatNumber(String(row[column.id]))
                  ) : isAnswerEmpty(row[column.id]) ? null : (
                    <AnswerValue field={{ ...column, columns: [] }} answer={row[column.id]} names={names} />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
