import { PageHead } from "../../ui/PageHead";
import { useText } from "../../platform/intl/useText";
import { BookingReportView } from "./BookingReportView";
import { ReportExport } from "./ReportExport";
import { useAskedReport } from "./useAskedReport";

/** `/reservation-report`: how rooms and cars are used, by hours, no-shows and cost. */
export function BookingReportPage() {
  const text = useText();
  return (
    <>
      <PageHead title={text("title.bookingReport")}>
        <ReportExport asked={useAskedReport()} />
      </PageHead>
      <BookingReportView />
    </>
  );
}
