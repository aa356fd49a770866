import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import {
  type DepartmentFigure,
  departmentFigures,
  type DepartmentRow,
  listDepartmentFigure,
} from "../../shared/analytics/department-analytics.contract";
import { useFormat, useText } from "../platform/intl/useText";
import { paths } from "../platform/paths";
import { useEndpoint } from "../platform/query";
import { Clip } from "../ui/signs/Clip";
import { Money } from "../ui/signs/Money";
import { FigureRows, useFigurePages } from "./FigureRows";
import { ListPanel, useOpenList } from "./ListPanel";

/** What a figure counts: people, requests, tasks, bookings. */
export function DepartmentList({ currency }: { currency: string | null }) {
  const { asked } = useOpenList("/analytics/department/list?");
  return (
    <ListPanel asked={asked}>{asked !== null && <Rows key={asked} asked={asked} currency={currency} />}</ListPanel>
  );
}

type Figure = DepartmentFigure | null;

/** What the rows of a list add up, in words. */
function useSaid(figure: Figure, currency: string | null) {
  const text = useText();
  const { number } = useFormat();
  const tenths = (value: string) => number(Number(value), { maximumFractionDigits: 1 });
  return ({ value, of }: DepartmentRow): ReactNode => {
    if (figure === "people") return null;
    if (figure === "spend" || figure === "spent" || figure === "waiting")
      return currency && <Money amount={value} currency={currency} />;
    if (figure === "time" || figure === "bookings")
      return text("analytics.hours", { hours: tenths(String(Number(value) / 60)) });
    const days = text("analytics.days", { days: tenths(value) });
    return of === null
      ? days
      : text("analytics.task.spentOf", { spent: days, estimate: text("analytics.days", { days: tenths(of) }) });
  };
}

function Rows({ asked, currency }: { asked: string; currency: string | null }) {
  const text = useText();
  const { day } = useFormat();
  const pages = useFigurePages(asked);
  const query = useEndpoint(listDepartmentFigure, {
    query: pages.query,
  });
  const figure = departmentFigures.find((one) => one === new URLSearchParams(asked).get("figure")) ?? null;
  const said = useSaid(figure, currency);
  const dated = (words: string) => (/^\d{4}-\d{2}-\d{2}$/.test(words) ? day(words) : words);
  return (
    <FigureRows query={query} total={(count) => text("analytics.list.rows", { count })} onMore={pages.onMore}>
      {(row) => (
        <>
          {figure === "time" ? (
            <Link to={paths.anyTask(row.id)}>
              <Clip>{row.title}</Clip>
            </Link>
          ) : (
            <Clip>{dated(row.title)}</Clip>
          )}
          <small>
            {row.detail && (
              <>
                <bdi>{dated(row.detail)}</bdi> ·{" "}
              </>
            )}
            {said(row)}
          </small>
        </>
      )}
    </FigureRows>
  );
}
