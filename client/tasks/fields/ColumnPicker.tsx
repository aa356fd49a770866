import type { ReactElement } from "react";
import type { BoardColumn } from "../../../shared/tasks/tasks.contract";
import { StatusGlyph } from "../../ui/signs/StatusGlyph";
import { statusAmong, statusOfColumn } from "../board/state/column.status";
import { Picker } from "./Picker";

type Columns = readonly Omit<BoardColumn, "sort_order">[];

const boardOf = (columns: Columns) => ({
  columnIds: columns.map(({ id }) => id),
  columns: Object.fromEntries(columns.map((column) => [column.id, column])),
});

/** The sign of a column among those of its board. */
export function ColumnGlyph({ columns, id, label }: { columns: Columns; id: number; label?: string }) {
  return <StatusGlyph status={statusOfColumn(boardOf(columns), id)} label={label} />;
}

/** The same of a column that is known without the others of its board. */
export function LoneColumnGlyph({ column }: { column: Parameters<typeof statusAmong>[0] & { title: string } }) {
  return <StatusGlyph status={statusAmong(column)} label={column.title} />;
}

interface ColumnPickerProps {
  columns: Columns;
  chosen: number | null;
  label: string;
  onPick: (columnId: number) => void;
  children: Parameters<typeof Picker>[0]["children"];
}

/** One of a board's columns. */
export function ColumnPicker({ columns, chosen, label, onPick, children }: ColumnPickerProps): ReactElement {
  return (
    <Picker
      options={columns.map((column) => ({
        value: String(column.id),
        label: column.title,
        icon: <ColumnGlyph columns={columns} id={column.id} />,
      }))}
      chosen={chosen === null ? [] : [String(chosen)]}
      onPick={(value) => Number(value) !== chosen && onPick(Number(value))}
      searchLabel={label}
      width={200}
    >
      {children}
    </Picker>
  );
}
