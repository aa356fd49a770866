import { csvOf } from "../../../shared/kernel/text/csv";
import { exportName, exportTable } from "../../../shared/time/export.rules";
import type { TimeSheet } from "../../../shared/time/sheet.contract";
import { minutesOf } from "../../../shared/time/sheet.rules";
import { listTimeEntries } from "../../../shared/time/time.contract";
import { call } from "../../platform/api";
import { keep } from "../../platform/download";
import { reportFailure } from "../../platform/failure";
import { type Text, useText } from "../../platform/intl/useText";
import { type SheetFormat, SheetMenu } from "../../ui/SheetMenu";
import classes from "./SheetExport.module.css";
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

/** The week or month that is looked at. */
export function SheetExport({ place, sheet }: { place: SheetPlace; sheet: TimeSheet }) {
  const text = useText();
  const save = async (format: SheetFormat) => {
    try {
      const table = await tableOf(place, text);
      const blob =
        format === "csv"
          ? new Blob([csvOf(table)], { type: "text/csv;charset=utf-8" })
          : await (await import("./xlsx")).xlsxOf(table);
      keep(blob, exportName(sheet.from, sheet.to, format));
    } catch (error) {
      reportFailure(error as Error);
    }
  };
  return <SheetMenu className={classes.button} save={save} />;
}
