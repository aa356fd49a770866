import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import type { KeyboardEvent, ReactNode } from "react";
import { useText } from "../../platform/intl/useText";
import { Panel } from "../Panel";
import { Table } from "../Table";
import classes from "./RecordTable.module.css";

export interface RecordColumn<Row> {
  key: string;
  label: string;
  /** Sort key in the URL: `name`, or `-name` for descending. */
  sort?: string;
  figure?: boolean;
  /** Whether phones show the value; they hide all other columns except the name. */
  onPhone?: boolean;
  cell: (row: Row) => ReactNode;
}

interface RecordTableProps<Row> {
  label: string;
  rows: readonly Row[];
  columns: readonly RecordColumn<Row>[];
  sort: string;
  onSort: (sort: string) => void;
  actions: (row: Row) => ReactNode;
}

export function RecordTable<Row extends { id: number }>(props: RecordTableProps<Row>) {
  const text = useText();
  const { label, rows, columns, sort, onSort, actions } = props;
  return (
    <Panel>
      <Table className={classes.table} aria-label={label} onKeyDown={walk}>
        <thead>
          <tr>
            {columns.map((column) => (
              <Head key={column.key} column={column} sort={sort} onSort={onSort} />
            ))}
            <th>
              <span className="sr-only">{text("projects.column.actions")}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id} data-row>
              {columns.map(({ key, cell, figure, onPhone }, index) =>
                index === 0 ? (
                  <th key={key} scope="row" className={classes.main}>
                    {cell(row)}
                  </th>
                ) : (
                  <td key={key} data-figure={figure || undefined} data-phone={onPhone || undefined}>
                    {cell(row)}
                  </td>
                ),
              )}
              <td className={classes.actions}>{actions(row)}</td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Panel>
  );
}

interface HeadProps<Row> {
  column: RecordColumn<Row>;
  sort: string;
  onSort: (sort: string) => void;
}

function Head<Row>({ column: { label, sort: by, figure }, sort, onSort }: HeadProps<Row>) {
  if (!by) return <th data-figure={figure || undefined}>{label}</th>;
  const up = sort === by;
  const down = sort === `-${by}`;
  const Icon = down ? IconArrowDown : IconArrowUp;
  return (
    <th data-figure={figure || undefined} aria-sort={up ? "ascending" : down ? "descending" : "none"}>
      <button type="button" onClick={() => onSort(up ? `-${by}` : by)}>
        {label}
        {(up || down) && <Icon size={12} stroke={2} aria-hidden />}
      </button>
    </th>
  );
}

function walk(event: KeyboardEvent<HTMLTableElement>): void {
  if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
  const row = (event.target as HTMLElement).closest("[data-row]");
  if (!row) return;
  const next = event.key === "ArrowDown" ? row.nextElementSibling : row.previousElementSibling;
  const target = next?.querySelector<HTMLElement>("th a, th button");
  if (!target) return;
  event.preventDefault();
  target.focus();
}
