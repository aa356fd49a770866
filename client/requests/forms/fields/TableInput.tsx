import { ActionIcon, NativeSelect, TextInput } from "@mantine/core";
import { IconPlus, IconX } from "@tabler/icons-react";
import { type ReactNode, useId } from "react";
import { answerLengths } from "../../../../shared/requests/forms/forms.answers.rules";
import { formLimits } from "../../../../shared/requests/forms/forms.schema";
import type { TableColumn } from "../../../../shared/requests/forms/forms.definition";
import { useFormat, useText } from "../../../platform/intl/useText";
import { AmountField } from "../../../ui/fields/AmountField";
import { useLengthError } from "../../../ui/fields/length";
import { useRowKeys } from "../../../ui/form/row-keys";
import type { FieldInputProps } from "./FieldInput";
import classes from "./FieldInput.module.css";
import { useFormTexts } from "../useFormTexts";

type Row = Record<string, unknown>;

interface TableInputProps extends FieldInputProps {
  label: ReactNode;
  description: string | undefined;
}

export function TableInput({ field, answer, onAnswer, errorAt, label, description }: TableInputProps) {
  const text = useText();
  const { number } = useFormat();
  const { nameOf } = useFormTexts();
  const id = useId();
  const rows = Array.isArray(answer) ? (answer as Row[]) : [];
  const keys = useRowKeys(rows);
  const error = errorAt("");
  const change = (at: number, row: Row | null) =>
    onAnswer(row ? rows.map((one, place) => (place === at ? row : one)) : rows.filter((_, place) => place !== at));
  const add = () => rows.length < formLimits.rows && onAnswer([...rows, {}]);
  return (
    <fieldset className={classes.group}>
      <legend id={id}>{label}</legend>
      <div className={classes.sheet} data-wrong={error ? true : undefined}>
        <table aria-labelledby={id}>
          <thead>
            <tr>
              {field.columns.map((column) => (
                <th key={column.id} scope="col" data-end={isNumber(column) || undefined}>
                  <bdi>{nameOf(column)}</bdi>
                </th>
              ))}
              <th className={classes.tool}>
                <span className="sr-only">{text("forms.table.tools")}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              <tr
                key={keys[at]}
                onKeyDown={(event) => {
                  if (event.key !== "Enter" || at !== rows.length - 1 || !(event.target instanceof HTMLInputElement))
                    return;
                  event.preventDefault();
                  add();
                }}
              >
                {field.columns.map((column) => (
                  <td key={column.id} data-end={isNumber(column) || undefined}>
                    <Cell
                      column={column}
                      value={row[column.id]}
                      name={text("forms.table.cell", { column: nameOf(column), row: number(at + 1) })}
                      error={errorAt(`${at}.${column.id}`)}
                      onChange={(value) => change(at, { ...row, [column.id]: value })}
                    />
                  </td>
                ))}
                <td className={classes.tool}>
                  <ActionIcon
                    aria-label={text("forms.table.removeRow", { row: number(at + 1) })}
                    onClick={() => change(at, null)}
                  >
                    <IconX size={14} stroke={1.75} aria-hidden />
                  </ActionIcon>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        <button type="button" className={classes.addRow} data-invalid={error ? true : undefined} onClick={add}>
          <IconPlus size={16} stroke={1.75} aria-hidden />
          {text("forms.table.addRow")}
        </button>
      </div>
      {description && (
        <p className={classes.help}>
          <bdi>{description}</bdi>
        </p>
      )}
      {error && <p className={classes.error}>{error}</p>}
    </fieldset>
  );
}

const isNumber = ({ kind }: TableColumn) => kind === "number" || kind === "money";

interface CellProps {
  column: TableColumn;
  value: unknown;
  name: string;
  error: string | undefined;
  onChange: (value: unknown) => void;
}

function Cell({ column, value, name, error, onChange }: CellProps) {
  const { nameOf } = useFormTexts();
  const cellText = typeof value === "string" || typeof value === "number" ? String(value) : "";
  const lengthError = useLengthError();
  const shownError = column.kind === "text" ? (lengthError(cellText, answerLengths.text) ?? error) : error;
  const common = {
    className: classes.cell,
    "aria-label": name,
    error: shownError,
    "aria-invalid": shownError ? true : undefined,
  };
  if (isNumber(column))
    return (
      <AmountField
        {...common}
        currency={undefined}
        decimals={column.kind === "money" ? 2 : 4}
        value={cellText}
        onChange={onChange}
      />
    );
  if (column.kind === "choice") {
    return (
      <NativeSelect
        {...common}
        value={cellText}
        data={[
          { value: "", label: "" },
          ...column.choices.map((choice) => ({ value: choice.id, label: nameOf(choice) })),
        ]}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  }
  return (
    <TextInput
      {...common}
      type={column.kind === "date" ? "date" : "text"}
      value={cellText}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
