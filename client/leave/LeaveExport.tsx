import { Button, Menu } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useState } from "react";
import { listLeave } from "../../shared/leave/leave.contract";
import { queryText } from "../platform/api";
import { download } from "../platform/download";
import { useFormat, useText } from "../platform/intl/useText";
import { useCan } from "../platform/session";
import { useToday } from "../platform/today";
import type { LeaveFilter } from "./leave-filters";
import classes from "./leave.module.css";

/** The leave of a period, for whoever pays wages; without a period the present year's. */
export function LeaveExport({ filter }: { filter: LeaveFilter }) {
  const text = useText();
  const can = useCan();
  const { day } = useFormat();
  const year = useToday().slice(0, 4);
  if (!can("leave-request-hr-approve") || filter.scope !== "all") return null;
  const from =
    filter.from ?? (filter.to && filter.to < `${year}-01-01` ? `${filter.to.slice(0, 4)}-01-01` : `${year}-01-01`);
  const to = filter.to ?? (from > `${year}-12-31` ? `${from.slice(0, 4)}-12-31` : `${year}-12-31`);
  const { status, type, user, department } = filter;
  const query = { from, to, status, leave_type_id: type, user_id: user, department_id: department };
  return (
    <SheetMenu
      path="/leave/export/requests"
      name={`leave-${from}-${to}`}
      query={query}
      title={text("leave.export.period", { from: day(from, "medium"), to: day(to, "medium") })}
    />
  );
}

/** Everyone's balances of a year. */
export function BalancesExport({ year }: { year: number }) {
  return <SheetMenu path="/leave/export/balances" name={`leave-balances-${year}`} query={{ year }} />;
}

interface SheetMenuProps {
  path: string;
  name: string;
  query: Record<string, string | number | null>;
  title?: string;
}

function SheetMenu({ path, name, query, title }: SheetMenuProps) {
  const text = useText();
  const [busy, setBusy] = useState(false);
  const save = async (format: "csv" | "xlsx") => {
    setBusy(true);
    const given = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== null));
    await download(listLeave, `${path}${queryText({ ...given, format })}`, `${name}.${format}`);
    setBusy(false);
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          size="xs"
          variant="subtle"
          color="gray"
          className={classes.export}
          loading={busy}
          leftSection={<IconDownload size={14} stroke={1.75} aria-hidden />}
        >
          {text("leave.export")}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {title && <Menu.Label>{title}</Menu.Label>}
        <Menu.Item onClick={() => void save("csv")}>{text("leave.export.csv")}</Menu.Item>
        <Menu.Item onClick={() => void save("xlsx")}>{text("leave.export.xlsx")}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
