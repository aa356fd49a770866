import { Button, Menu } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useState } from "react";
import type { listFinance } from "../../shared/finance/finance.contract";
import type { QueryOf } from "../../shared/kernel/endpoint";
import { useText } from "../platform/intl/useText";
import { useToday } from "../platform/today";
import { toast } from "../ui/toast/toast";
import { saveList } from "./finance.download";

/** What is looked at, for a spreadsheet. */
export function ExportButton({ query }: { query: Partial<QueryOf<typeof listFinance>> }) {
  const text = useText();
  const today = useToday();
  const [busy, setBusy] = useState(false);
  const save = async (format: "csv" | "xlsx") => {
    setBusy(true);
    const cut = await saveList(query, format, today);
    setBusy(false);
    if (cut) toast.error(text("document.leftOut", cut)); // stays until it is closed
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          size="xs"
          variant="subtle"
          color="gray"
          loading={busy}
          leftSection={<IconDownload size={14} stroke={1.75} aria-hidden />}
        >
          {text("finance.export")}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void save("csv")}>{text("finance.export.csv")}</Menu.Item>
        <Menu.Item onClick={() => void save("xlsx")}>{text("finance.export.xlsx")}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
