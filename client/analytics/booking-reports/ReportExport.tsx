import { readBookingReport } from "../../../shared/booking-reports/booking-reports.contract";
import type { QueryOf } from "../../../shared/kernel/endpoint";
import { queryText } from "../../platform/api";
import { downloadRows } from "../../platform/download";
import { useText } from "../../platform/intl/useText";
import { useToday } from "../../platform/today";
import { type SheetFormat, SheetMenu } from "../../ui/SheetMenu";
import { toast } from "../../ui/toast/toast";

/** The report for a spreadsheet: its figures, and the bookings that they count. */
export function ReportExport({ asked }: { asked: Partial<QueryOf<typeof readBookingReport>> }) {
  const text = useText();
  const today = useToday();
  const save = async (format: SheetFormat) => {
    const address = `/reservations/report/export${queryText({ ...asked, format })}`;
    const cut = await downloadRows(readBookingReport, address, `bookings-${today}.${format}`);
    if (cut) toast.error(text("bookingReport.leftOut", { ...cut })); // stays until it is closed
  };
  return <SheetMenu save={save} />;
}
