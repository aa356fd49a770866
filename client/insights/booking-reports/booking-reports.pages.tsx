import { PageHead } from "../../ui/PageHead";
import { useText } from "../../platform/intl/useText";
import { BookingReportView } from "./BookingReportView";
import { useReportQuery } from "./useReportQuery";
import { readBookingReport } from "../../../shared/insights/booking-reports/booking-reports.contract";
import type { QueryOf } from "../../../shared/kernel/endpoint";
import { queryText } from "../../platform/api";
import { downloadRows } from "../../platform/download";
import { type SpreadsheetFormat, SpreadsheetMenu } from "../../ui/SpreadsheetMenu";
import { toast } from "../../ui/toast/toast";

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

function ReportExport({ query }: { query: Partial<QueryOf<typeof readBookingReport>> }) {
  const text = useText();
  const save = async (format: SpreadsheetFormat) => {
    const address = `/reservations/report/export${queryText({ ...query, format })}`;
    const cut = await downloadRows(readBookingReport, address);
    if (cut) toast.error(text("bookingReport.leftOut", { ...cut })); // error toasts stay until the user closes them
  };
  return <SpreadsheetMenu save={save} />;
}
