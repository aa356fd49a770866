import { Link } from "react-router-dom";
import { listReportFigure, type ReportRow } from "../../../shared/booking-reports/booking-reports.contract";
import { FigureRows, useFigurePages } from "../FigureRows";
import { ListPanel, useOpenList } from "../ListPanel";
import { useFormat, useText } from "../../platform/intl/useText";
import { paths } from "../../platform/paths";
import { useEndpoint } from "../../platform/query";
import { Clip } from "../../ui/signs/Clip";
import { Money } from "../../ui/signs/Money";
import { useReportWords } from "./useReportWords";

/** The bookings behind a figure. */
export function ReportList({ currency }: { currency: string | null }) {
  const { asked } = useOpenList("/reservations/report/list?");
  return (
    <ListPanel asked={asked}>{asked !== null && <Rows key={asked} asked={asked} currency={currency} />}</ListPanel>
  );
}

function Rows({ asked, currency }: { asked: string; currency: string | null }) {
  const text = useText();
  const pages = useFigurePages(asked);
  const query = useEndpoint(listReportFigure, {
    query: pages.query,
  });
  return (
    <FigureRows query={query} total={(count) => text("bookingReport.list.rows", { count })} onMore={pages.onMore}>
      {(row) => <Row row={row} currency={currency} />}
    </FigureRows>
  );
}

/** When, where and who; leads to that day. */
function Row({ row, currency }: { row: ReportRow; currency: string | null }) {
  const text = useText();
  const { day } = useFormat();
  const { hours } = useReportWords();
  const grid = row.bookable.type === "room" ? paths.roomReservation : paths.carReservation;
  return (
    <>
      <Link to={`${grid}?day=${row.day}`}>
        <Clip>
          {text("bookingReport.row", { title: row.title ?? text("bookingReport.private"), place: row.bookable.name })}
        </Clip>
      </Link>
      <small>
        {day(row.day)}, <bdi>{text("booking.span", { from: row.from, until: row.until })}</bdi> · {hours(row.minutes)}
        {row.requester && (
          <>
            {" "}
            · <bdi>{row.requester}</bdi>
          </>
        )}
        {row.no_show && <> · {text("bookingReport.noShow")}</>}
        {row.cost && currency && (
          <>
            {" "}
            · <Money amount={row.cost} currency={currency} />
          </>
        )}
      </small>
    </>
  );
}
