import { isMadeAtDoor } from "../../../shared/bookings/resources/made-at-door.rules";
import { Link } from "react-router-dom";
import { localDayAt } from "../../../shared/kernel/wall-clock";
import { listReportFigure, type ReportRow } from "../../../shared/insights/booking-reports/booking-reports.contract";
import { FigureRows, useFigurePages } from "../analytics/FigureRows";
import { ListPanel, useOpenFigureList } from "../analytics/ListPanel";
import { useTimeSpanText } from "../../platform/intl/useTimeSpanText";
import { useText } from "../../platform/intl/useText";
import { paths } from "../../platform/paths";
import { useEndpoint } from "../../platform/query";
import { useCurrentUser } from "../../platform/session";
import { TruncatedName } from "../../ui/signs/TruncatedName";
import { Money } from "../../ui/signs/Money";
import { useReportFormat } from "./useReportFormat";

export function ReportList({ currency }: { currency: string | null }) {
  const { listQuery } = useOpenFigureList("/reservations/report/list?");
  return (
    <ListPanel listQuery={listQuery}>
      {listQuery !== null && <Rows key={listQuery} listQuery={listQuery} currency={currency} />}
    </ListPanel>
  );
}

function Rows({ listQuery, currency }: { listQuery: string; currency: string | null }) {
  const text = useText();
  const pages = useFigurePages(listQuery);
  const query = useEndpoint(listReportFigure, {
    query: pages.query,
  });
  return (
    <FigureRows query={query} total={(count) => text("bookingReport.list.rows", { count })} onMore={pages.onMore}>
      {(row) => <Row row={row} currency={currency} />}
    </FigureRows>
  );
}

function Row({ row, currency }: { row: ReportRow; currency: string | null }) {
  const text = useText();
  const requesterName = row.requester ?? (isMadeAtDoor(row) ? text("booking.byDoor") : null);
  const when = useTimeSpanText();
  const { hours } = useReportFormat();
  const { time_zone: timeZone } = useCurrentUser().tenant;
  const grid = row.bookable.type === "room" ? paths.roomReservation : paths.carReservation;
  return (
    <>
      <Link to={`${grid}?day=${localDayAt(Date.parse(row.start_date), timeZone)}`}>
        <TruncatedName>
          {text("bookingReport.row", { title: row.title ?? text("bookingReport.private"), place: row.bookable.name })}
        </TruncatedName>
      </Link>
      <small>
        {when(row.start_date, row.end_date, row.time_zone)} · {hours(row.minutes)}
        {requesterName && (
          <>
            {" "}
            · <bdi>{requesterName}</bdi>
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
