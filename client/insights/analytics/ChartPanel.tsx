import { ActionIcon, Menu } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconChartBar, IconDownload, IconTable } from "@tabler/icons-react";
import { type ReactNode, useContext, useId, useRef, useState } from "react";
import { Link } from "react-router-dom";
import { csvBlob, fileNameOf, saveFile } from "../../platform/download";
import { useText } from "../../platform/intl/useText";
import { EmptyState } from "../../ui/states/EmptyState";
import classes from "./analytics.module.css";
import { cellOf, type ChartTable, csvRowsOf, useCellText } from "./chart-table";
import { readLegend, renderPng } from "./chart.export";
import { ChartSubjectContext } from "./ChartGrid";
import { MetricHelp } from "./MetricHelp";
import { useAnalyticsView } from "./useAnalyticsView";
import { compareNames } from "../../platform/intl/useNameOf";

interface ChartPanelProps {
  title: string;
  sub: string;
  means: string;
  table: ChartTable;
  /** Shown instead of the chart when there is too little data. */
  empty?: { title: string; text?: string } | null;
  /** Width on a twelve-column grid: whole 12, wide 7, narrow 5, otherwise 6. */
  span?: "whole" | "wide" | "narrow";
  /** Whether the chart is an SVG that can be saved as an image. */
  picture?: boolean;
  /** Describes for screen readers what the chart shows by color alone. */
  description?: string;
  foot?: ReactNode;
  children: ReactNode;
}

const arrow = { size: 12, stroke: 2, "aria-hidden": true } as const;
const icon = { size: 16, stroke: 1.75, "aria-hidden": true } as const;

export function ChartPanel({
  title,
  sub,
  means,
  table,
  empty,
  span,
  picture: drawn = true,
  description,
  foot,
  children,
}: ChartPanelProps) {
  const text = useText();
  const id = useId();
  const picture = useRef<HTMLDivElement>(null);
  const [asTable, setAsTable] = useState(false);
  const about = useContext(ChartSubjectContext);
  const fileName = (extension: string) => fileNameOf([title, ...about], extension);
  const csv = () => saveFile(csvBlob(csvRowsOf(table)), fileName("csv"));
  const png = async () => {
    const svg = picture.current?.querySelector("svg");
    if (!svg) return;
    const legend = readLegend(svg.closest("section") ?? document);
    saveFile(await renderPng(svg, { title, sub, legend }), fileName("png"));
  };
  return (
    <section className={classes.panel} data-span={span} aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        <span className={classes.sub}>{sub}</span>
        <span className={classes.tools}>
          <MetricHelp of={title}>{means}</MetricHelp>
          <ActionIcon
            size="sm"
            aria-pressed={asTable}
            aria-label={text(asTable ? "analytics.asPicture" : "analytics.asTable", { chart: title })}
            onClick={() => setAsTable(!asTable)}
          >
            {asTable ? <IconChartBar {...icon} /> : <IconTable {...icon} />}
          </ActionIcon>
          <Menu>
            <Menu.Target>
              <ActionIcon size="sm" aria-label={text("analytics.download", { chart: title })}>
                <IconDownload {...icon} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item onClick={csv}>{text("analytics.download.csv")}</Menu.Item>
              <Menu.Item disabled={asTable || !!empty || !drawn} onClick={() => void png()}>
                {text("analytics.download.png")}
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        </span>
      </header>
      {empty ? (
        <EmptyState title={empty.title} text={empty.text} />
      ) : asTable ? (
        <TableOf title={title} table={table} />
      ) : (
        <div
          className={classes.picture}
          ref={picture}
          // `role="img"` hides descendants from screen readers, so charts that may contain buttons use "group".
          role={drawn ? "img" : "group"}
          aria-label={[`${title}: ${sub}`, description].filter(Boolean).join(". ")}
        >
          {children}
        </div>
      )}
      {!empty && foot}
    </section>
  );
}

type Row = ChartTable["rows"][number];

/** Compares two rows by their values in the column. Rows without a value come first. */
function compareAt(column: number, compareTexts: (a: string, b: string) => number) {
  return (a: Row, b: Row) => {
    const [one, other] = [cellOf(a[column]).value, cellOf(b[column]).value];
    if (one === null || other === null) return Number(one !== null) - Number(other !== null);
    const difference = Number(one) - Number(other);
    return Number.isNaN(difference) ? compareTexts(String(one), String(other)) : difference;
  };
}

function TableOf({ title, table: { columns, rows, sortable } }: { title: string; table: ChartTable }) {
  const { change } = useAnalyticsView();
  const textOf = useCellText();
  const [sort, setSort] = useState<{ column: number; down: boolean } | null>(null);
  const sorted = sort ? rows.toSorted(compareAt(sort.column, compareNames)) : [...rows];
  if (sort?.down) sorted.reverse();
  // The first press on a heading sorts the first column (names) in ascending order and all other columns (figures) in descending order.
  const press = (column: number) =>
    setSort((now) => ({ column, down: now?.column === column ? !now.down : column > 0 }));
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a horizontally scrollable region must be reachable by keyboard
    <div className={classes.table} tabIndex={0} role="region" aria-label={title}>
      <table>
        <thead>
          <tr>
            {columns.map(({ name }, column) => (
              <th
                key={name}
                scope="col"
                aria-sort={sort?.column === column ? (sort.down ? "descending" : "ascending") : undefined}
              >
                {sortable ? (
                  <button type="button" onClick={() => press(column)}>
                    {name}
                    {sort?.column === column && (sort.down ? <IconArrowDown {...arrow} /> : <IconArrowUp {...arrow} />)}
                  </button>
                ) : (
                  name
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sorted.map((row) => (
            <tr key={String(cellOf(row[0]).value)}>
              {row.map((cell, at) => {
                const { query, to } = cellOf(cell);
                const cellText = textOf(cell, columns[at]?.format);
                return (
                  <td key={columns[at]?.name}>
                    {to ? (
                      <Link to={to}>{cellText}</Link>
                    ) : query ? (
                      <button type="button" onClick={() => change({ list: query }, false)}>
                        {cellText}
                      </button>
                    ) : (
                      <bdi>{cellText}</bdi>
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
