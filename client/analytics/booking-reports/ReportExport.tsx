import { Button, Menu } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useState } from "react";
import { readBookingReport } from "../../../shared/booking-reports/booking-reports.contract";
import type { QueryOf } from "../../../shared/kernel/endpoint";
import { queryText } from "../../platform/api";
import { download } from "../../platform/download";
import { useText } from "../../platform/intl/useText";
import { useToday } from "../../platform/today";
import { toast } from "../../ui/toast/toast";

/** The report for a spreadsheet: its figures, and the bookings that they count. */
export function ReportExport({ asked }: { asked: Partial<QueryOf<typeof readBookingReport>> }) {
  const text = useText();
  const today = useToday();
  const [busy, setBusy] = useState(false);
  const save = async (format: "csv" | "xlsx") => {
    setBusy(true);
    const address = `/reservations/report/export${queryText({ ...asked, format })}`;
    const headers = await download(readBookingReport, address, `bookings-${today}.${format}`);
    setBusy(false);
    const [shown, total] = headers?.get("x-rows")?.split("/").map(Number) ?? [];
    if (shown && total) toast.error(text("bookingReport.leftOut", { shown, total })); // stays until it is closed
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" loading={busy} leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}>
          {text("people.export")}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void save("csv")}>{text("people.export.csv")}</Menu.Item>
        <Menu.Item onClick={() => void save("xlsx")}>{text("people.export.xlsx")}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
