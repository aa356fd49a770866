import { PageHead } from "../../ui/PageHead";
import { useText } from "../../platform/intl/useText";
import { BookingReportView } from "./BookingReportView";
import { ReportExport } from "./ReportExport";
import { useReportQuery } from "./useReportQuery";

export function BookingReportPage() {
  const text = useText();
  return (
    <>
      <PageHead title={text("title.bookingReport")}>
        <ReportExport query={useReportQuery()} />
      </PageHead>
      <BookingReportView />
    </>
  );
}
