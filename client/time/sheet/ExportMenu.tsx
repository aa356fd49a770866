import { Button, Menu } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useState } from "react";
import { csvOf, exportName, exportTable } from "../../../shared/time/export.rules";
import type { TimeSheet } from "../../../shared/time/sheet.contract";
import { minutesOf } from "../../../shared/time/sheet.rules";
import { listTimeEntries } from "../../../shared/time/time.contract";
import { call } from "../../platform/api";
import { reportFailure } from "../../platform/failure";
import { type Text, useText } from "../../platform/intl/useText";
import classes from "./ExportMenu.module.css";
import type { SheetPlace } from "./useSheet";

const columns = ["date", "person", "project", "key", "task", "hours", "minutes", "note"] as const;

async function tableOf(place: SheetPlace, text: Text) {
  const { from, to, userId, projectId } = place;
  const query = { from, to, user_id: userId, ...(projectId ? { project_id: projectId } : {}) };
  const { data, hidden } = await call(listTimeEntries, { query });
  const titles = columns.map((column) => text(`time.export.${column}`));
  const lines = data.map((entry) => ({
    date: entry.date,
    person: entry.user.fullname,
    project: entry.project_title,
    key: entry.task.key,
    task: entry.task.title,
    minutes: minutesOf(entry),
    note: entry.note ?? "",
  }));
  const unnamed = hidden.map(({ date, minutes }) => ({
    date,
    person: data[0]?.user.fullname ?? "",
    project: text("time.hidden"),
    key: "",
    task: "",
    minutes,
    note: "",
  }));
  return exportTable(titles, text("time.total"), [...lines, ...unnamed]);
}

function download(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** What is looked at, for a spreadsheet. */
export function ExportMenu({ place, sheet }: { place: SheetPlace; sheet: TimeSheet }) {
  const text = useText();
  const [busy, setBusy] = useState(false);
  const save = async (kind: "csv" | "xlsx") => {
    setBusy(true);
    try {
      const table = await tableOf(place, text);
      const blob =
        kind === "csv"
          ? new Blob([csvOf(table)], { type: "text/csv;charset=utf-8" })
          : await (await import("./xlsx")).xlsxOf(table);
      download(blob, exportName(sheet.from, sheet.to, kind));
    } catch (error) {
      reportFailure(error as Error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          className={classes.button}
          loading={busy}
          leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
        >
          {text("time.export")}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void save("csv")}>{text("time.export.csv")}</Menu.Item>
        <Menu.Item onClick={() => void save("xlsx")}>{text("time.export.xlsx")}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
