import type { ReactNode } from "react";
import { TaskLink } from "../../work/projects/TaskLink";
import {
  type DepartmentFigure,
  departmentFigures,
  type DepartmentRow,
  listDepartmentFigure,
} from "../../../shared/insights/analytics/department-analytics.contract";
import { useFormat, useText } from "../../platform/intl/useText";
import { useEndpoint } from "../../platform/query";
import { TruncatedName } from "../../ui/signs/TruncatedName";
import { Money } from "../../ui/signs/Money";
import { FigureRows, useFigurePages } from "./FigureRows";
import { ListPanel, useOpenFigureList } from "./ListPanel";
import { useDuration } from "../../ui/fields/useDuration";

export function DepartmentList({ currency }: { currency: string | null }) {
  const { listQuery } = useOpenFigureList("/analytics/department/list?");
  return (
    <ListPanel listQuery={listQuery}>
      {listQuery !== null && <Rows key={listQuery} listQuery={listQuery} currency={currency} />}
    </ListPanel>
  );
}

type Figure = DepartmentFigure | null;

function useTotalText(figure: Figure, currency: string | null) {
  const text = useText();
  const { number } = useFormat();
  const duration = useDuration();
  const tenths = (value: string) => number(Number(value), { maximumFractionDigits: 1 });
  return ({ value, of }: DepartmentRow): ReactNode => {
    if (figure === "people") return null;
    if (figure === "spend" || figure === "spent" || figure === "committed" || figure === "waiting")
      return currency && <Money amount={value} currency={currency} />;
    if (figure === "time" || figure === "bookings") return duration(Number(value));
    const days = text("analytics.days", { days: tenths(value) });
    return of === null
      ? days
      : text("analytics.task.spentOf", { spent: days, estimate: text("analytics.days", { days: tenths(of) }) });
  };
}

function Rows({ listQuery, currency }: { listQuery: string; currency: string | null }) {
  const text = useText();
  const { day } = useFormat();
  const pages = useFigurePages(listQuery);
  const query = useEndpoint(listDepartmentFigure, {
    query: pages.query,
  });
  const figure = departmentFigures.find((one) => one === new URLSearchParams(listQuery).get("figure")) ?? null;
  const totalText = useTotalText(figure, currency);
  const dated = (words: string) => (/^\d{4}-\d{2}-\d{2}$/.test(words) ? day(words) : words);
  return (
    <FigureRows query={query} total={(count) => text("analytics.list.rows", { count })} onMore={pages.onMore}>
      {(row) => (
        <>
          {figure === "time" ? (
            <TaskLink task={{ id: row.id }}>
              <TruncatedName>{row.title}</TruncatedName>
            </TaskLink>
          ) : (
            <TruncatedName>{dated(row.title)}</TruncatedName>
          )}
          <small>
            {row.detail && (
              <>
                <bdi>{dated(row.detail)}</bdi> ·{" "}
              </>
            )}
            {totalText(row)}
          </small>
        </>
      )}
    </FigureRows>
  );
}
