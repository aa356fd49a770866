import type { ReactElement } from "react";
import type { BoardColumn } from "../../../../shared/work/tasks/tasks.contract";
import { StatusGlyph } from "../../../ui/signs/StatusGlyph";
import { statusByPosition, statusOfColumn } from "../state/column.status";
import { Picker } from "../../../ui/fields/Picker";

type Columns = readonly Omit<BoardColumn, "sort_order">[];

const boardOf = (columns: Columns) => ({
  columnIds: columns.map(({ id }) => id),
  columns: Object.fromEntries(columns.map((column) => [column.id, column])),
});

export function ColumnGlyph({ columns, id, label }: { columns: Columns; id: number; label?: string }) {
  return <StatusGlyph status={statusOfColumn(boardOf(columns), id)} label={label} />;
}

/** Like `ColumnGlyph`, for a column whose board isn't loaded. */
export function StandaloneColumnGlyph({
  column,
}: {
  column: Parameters<typeof statusByPosition>[0] & { title: string };
}) {
  return <StatusGlyph status={statusByPosition(column)} label={column.title} />;
}

interface ColumnPickerProps {
  columns: Columns;
  chosen: number | null;
  label: string;
  onPick: (columnId: number) => void;
  children: Parameters<typeof Picker>[0]["children"];
}

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
