import { useLengthError } from "../../../../ui/fields/length";
import { ActionIcon, Button, Checkbox, NativeSelect, TextInput } from "@mantine/core";
import { IconPlus, IconX } from "@tabler/icons-react";
import {
  type TableColumn,
  type ColumnKind,
  columnKinds,
  randomId,
  newColumn,
} from "../../../../../shared/requests/forms/forms.definition";
import { formLimits } from "../../../../../shared/requests/forms/forms.schema";
import { useFormat, useText } from "../../../../platform/intl/useText";
import { ChoiceSettings } from "./ChoiceSettings";
import classes from "./BuilderSettings.module.css";

interface ColumnSettingsProps {
  columns: TableColumn[];
  errorAt: (path: string) => string | undefined;
  onChange: (columns: TableColumn[]) => void;
}

export function ColumnSettings({ columns, errorAt, onChange }: ColumnSettingsProps) {
  const text = useText();
  const lengthError = useLengthError();
  const { number } = useFormat();
  const change = (id: string, to: Partial<TableColumn>) =>
    onChange(columns.map((one) => (one.id === id ? { ...one, ...to } : one)));
  return (
    <fieldset className={classes.group}>
      <legend>{text("forms.columns")}</legend>
      {columns.map((column, at) => (
        <div key={column.id} className={classes.column}>
          <TextInput
            aria-label={text("forms.columnNumber", { position: number(at + 1) })}
            value={column.label}
            error={lengthError(column.label, 120) ?? errorAt(`columns.${at}.label`)}
            onChange={(event) => change(column.id, { label: event.currentTarget.value })}
          />
          <NativeSelect
            aria-label={text("forms.columnKind", { position: number(at + 1) })}
            value={column.kind}
            data={columnKinds.map((kind) => ({ value: kind, label: text(`forms.kind.${kind}`) }))}
            onChange={(event) => change(column.id, { kind: event.currentTarget.value as ColumnKind })}
          />
          <ActionIcon
            aria-label={text("forms.columnRemove", { position: number(at + 1) })}
            onClick={() => onChange(columns.filter(({ id }) => id !== column.id))}
          >
            <IconX size={14} stroke={1.75} aria-hidden />
          </ActionIcon>
          <Checkbox
            label={text("forms.required")}
            checked={column.required}
            onChange={(event) => change(column.id, { required: event.currentTarget.checked })}
          />
          {column.kind === "choice" && (
            <div className={classes.value}>
              <ChoiceSettings
                choices={column.choices}
                errorAt={(path) => errorAt(`columns.${at}.${path}`)}
                onChange={(choices) => change(column.id, { choices })}
              />
            </div>
          )}
        </div>
      ))}
      {errorAt("columns") && <p className={classes.error}>{errorAt("columns")}</p>}
      {columns.length < formLimits.columns && (
        <Button
          variant="subtle"
          color="gray"
          size="xs"
          leftSection={<IconPlus size={14} stroke={1.75} aria-hidden />}
          onClick={() => onChange([...columns, newColumn(randomId("k"))])}
        >
          {text("forms.addColumn")}
        </Button>
      )}
    </fieldset>
  );
}
