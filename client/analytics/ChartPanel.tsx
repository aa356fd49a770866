import { ActionIcon, Menu } from "@mantine/core";
import { IconChartBar, IconDownload, IconTable } from "@tabler/icons-react";
import { type ReactNode, useId, useRef, useState } from "react";
import { Link } from "react-router-dom";
import { csvOf } from "../../shared/kernel/text/csv";
import { useText } from "../platform/intl/useText";
import { EmptyState } from "../ui/states/EmptyState";
import classes from "./analytics.module.css";
import { keepBlob, pictureOf } from "./chart.export";
import { Means } from "./Means";
import { useAnalyticsView } from "./useAnalyticsView";

export interface TableCell {
  text: string | number;
  /** The list behind it. */
  query?: string;
  /** A page of its own. */
  to?: string;
}

/** What a chart shows, as rows: for readers of screens, for those who prefer it, and for the CSV. */
export interface ChartTable {
  head: readonly string[];
  rows: readonly (readonly (string | number | TableCell)[])[];
}

interface ChartPanelProps {
  title: string;
  sub: string;
  means: string;
  table: ChartTable;
  /** In its place, when there is too little. */
  empty?: { title: string; text?: string } | null;
  /** How much of a row of twelve it takes: twelve, seven, five, else six. */
  span?: "whole" | "wide" | "narrow";
  /** Whether it is a drawing that can be kept as one. */
  picture?: boolean;
  /** What the picture shows by its colours alone: for readers of screens. */
  said?: string;
  /** Below the picture. */
  foot?: ReactNode;
  children: ReactNode;
}

const icon = { size: 16, stroke: 1.75, "aria-hidden": true } as const;

/** A chart with its name, what it means, its table, and ways to keep it. */
export function ChartPanel({
  title,
  sub,
  means,
  table,
  empty,
  span,
  picture: drawn = true,
  said,
  foot,
  children,
}: ChartPanelProps) {
  const text = useText();
  const id = useId();
  const picture = useRef<HTMLDivElement>(null);
  const [asTable, setAsTable] = useState(false);
  const csv = () =>
    keepBlob(
      new Blob([csvOf([table.head, ...table.rows.map((row) => row.map(textOf))])], { type: "text/csv;charset=utf-8" }),
      `${title}.csv`,
    );
  const png = async () => {
    const svg = picture.current?.querySelector("svg");
    if (svg) keepBlob(await pictureOf(svg), `${title}.png`);
  };
  return (
    <section className={classes.panel} data-span={span} aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        <span className={classes.sub}>{sub}</span>
        <span className={classes.tools}>
          <Means of={title}>{means}</Means>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            aria-pressed={asTable}
            aria-label={text(asTable ? "analytics.asPicture" : "analytics.asTable", { chart: title })}
            onClick={() => setAsTable(!asTable)}
          >
            {asTable ? <IconChartBar {...icon} /> : <IconTable {...icon} />}
          </ActionIcon>
          <Menu>
            <Menu.Target>
              <ActionIcon
                variant="subtle"
                color="gray"
                size="sm"
                aria-label={text("analytics.download", { chart: title })}
              >
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
          role="img"
          aria-label={[`${title}: ${sub}`, said].filter(Boolean).join(". ")}
        >
          {children}
        </div>
      )}
      {!empty && foot}
    </section>
  );
}

const textOf = (cell: string | number | TableCell) => (typeof cell === "object" ? cell.text : cell);

function TableOf({ title, table: { head, rows } }: { title: string; table: ChartTable }) {
  const { change } = useAnalyticsView();
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what is moved sideways must be reached by keys
    <div className={classes.table} tabIndex={0} role="region" aria-label={title}>
      <table>
        <thead>
          <tr>
            {head.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={String(textOf(row[0] ?? ""))}>
              {row.map((cell, at) => (
                <td key={head[at]}>
                  {typeof cell === "object" && cell.to ? (
                    <Link to={cell.to}>{cell.text}</Link>
                  ) : typeof cell === "object" && cell.query ? (
                    <button type="button" onClick={() => change({ list: cell.query }, false)}>
                      {cell.text}
                    </button>
                  ) : (
                    <bdi>{textOf(cell)}</bdi>
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
