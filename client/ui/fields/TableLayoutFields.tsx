import { Select } from "@mantine/core";
import type { TableLayout } from "../../../shared/kernel/table-text";
import { useFormat, useText } from "../../platform/intl/useText";
import classes from "./FileTextFields.module.css";

export interface LayoutChoice {
  sheet?: number | undefined;
  head?: number | undefined;
}

interface TableLayoutFieldsProps {
  layout: TableLayout;
  disabled: boolean;
  onChange: (choice: LayoutChoice) => void;
}

/** Sheet and row with the column titles, for files in which they are detected wrongly. */
export function TableLayoutFields({ layout, disabled, onChange }: TableLayoutFieldsProps) {
  const text = useText();
  const { number } = useFormat();
  const { sheets, sheet, head, first_lines: lines } = layout;
  if (sheets.length < 2 && lines.length < 2) return null;
  return (
    <div className={classes.fields}>
      {lines.length > 1 && (
        <Select
          label={text("file.head")}
          data={lines.map((line) => ({
            value: String(line.line),
            label: text("file.headLine", { line: number(line.line), text: line.text }),
          }))}
          value={String(head)}
          onChange={(line) => line && onChange({ head: Number(line) })}
          allowDeselect={false}
          disabled={disabled}
        />
      )}
      {sheets.length > 1 && (
        <Select
          label={text("file.sheet")}
          data={sheets.map((name, at) => ({ value: String(at), label: name || number(at + 1) }))}
          value={String(sheet)}
          onChange={(at) => at && onChange({ sheet: Number(at), head: undefined })}
          allowDeselect={false}
          disabled={disabled}
        />
      )}
    </div>
  );
}

/** Sets the fields of a form, without those that aren't chosen. */
export function setChoices(body: FormData, choices: object): void {
  for (const [name, value] of Object.entries(choices) as [string, string | number | undefined][])
    if (value !== undefined) body.set(name, String(value));
}
