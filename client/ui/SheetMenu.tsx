import { Button, Menu } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { type ReactElement, useState } from "react";
import { useText } from "../platform/intl/useText";

export type SheetFormat = "csv" | "xlsx";

interface SheetMenuProps {
  /** Lets the browser keep the file, and deals with what goes wrong; the button waits meanwhile. */
  save: (format: SheetFormat) => Promise<void>;
  /** What the file will hold, above the two. */
  title?: string;
  /** In a toolbar it is a quiet one. */
  quiet?: boolean;
  className?: string;
  /** What it hangs on, where it isn't a button of its own. */
  children?: ReactElement;
}

/** What is looked at, for a spreadsheet: as CSV or as Excel reads it. */
export function SheetMenu({ save, title, quiet = false, className, children }: SheetMenuProps) {
  const text = useText();
  const [busy, setBusy] = useState(false);
  const start = (format: SheetFormat) => {
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
