import { Button, Menu } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { type ReactElement, useState } from "react";
import { useText } from "../platform/intl/useText";

export type SpreadsheetFormat = "csv" | "xlsx";

interface SheetMenuProps {
  save: (format: SpreadsheetFormat) => Promise<void>;
  title?: string;
  quiet?: boolean;
  className?: string;
  children?: ReactElement;
}

export function SpreadsheetMenu({ save, title, quiet = false, className, children }: SheetMenuProps) {
  const text = useText();
  const [busy, setBusy] = useState(false);
  const start = (format: SpreadsheetFormat) => {
    setBusy(true);
    void save(format).finally(() => setBusy(false));
  };
  const look = quiet ? ({ size: "xs", variant: "subtle", color: "gray" } as const) : ({ variant: "default" } as const);
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        {children ?? (
          <Button
            {...look}
            className={className}
            loading={busy}
            leftSection={<IconDownload size={quiet ? 14 : 16} stroke={1.75} aria-hidden />}
          >
            {text("sheet.export")}
          </Button>
        )}
      </Menu.Target>
      <Menu.Dropdown>
        {title && <Menu.Label>{title}</Menu.Label>}
        <Menu.Item onClick={() => start("csv")}>{text("sheet.csv")}</Menu.Item>
        <Menu.Item onClick={() => start("xlsx")}>{text("sheet.xlsx")}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
