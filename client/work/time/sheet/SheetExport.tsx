import { exportName, exportTable } from "../../../../shared/work/time/export.rules";
import type { TimeSheet } from "../../../../shared/work/time/sheet.contract";
import { minutesOfEntry } from "../../../../shared/work/time/sheet.rules";
import { listTimeEntries } from "../../../../shared/work/time/time.contract";
import { call } from "../../../platform/api";
import { csvBlob, saveFile } from "../../../platform/download";
import { reportFailure } from "../../../platform/failure";
import { type TextFunction, useText } from "../../../platform/intl/useText";
import { type SpreadsheetFormat, SpreadsheetMenu } from "../../../ui/SpreadsheetMenu";
import classes from "./SheetExport.module.css";
import type { SheetView } from "./useSheet";

const columns = ["date", "person", "project", "key", "task", "hours", "minutes", "note"] as const;

async function tableOf(place: SheetView, fullname: string, text: TextFunction) {
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
    minutes: minutesOfEntry(entry),
    note: entry.note ?? "",
  }));
  const unnamed = hidden.map(({ date, minutes }) => ({
    date,
    person: fullname,
    project: text("time.hidden"),
    key: "",
    task: "",
    minutes,
    note: "",
  }));
  return exportTable(titles, text("time.total"), [...lines, ...unnamed]);
}

export function SheetExport({ place, sheet }: { place: SheetView; sheet: TimeSheet }) {
  const text = useText();
  const save = async (format: SpreadsheetFormat) => {
    try {
      const table = await tableOf(place, sheet.user.fullname, text);
      const blob = format === "csv" ? csvBlob(table) : await (await import("./xlsx")).createXlsx(table);
      saveFile(blob, exportName(sheet.from, sheet.to, format, place.own ? null : sheet.user.fullname));
    } catch (error) {
      reportFailure(error as Error);
    }
  };
  return <SpreadsheetMenu className={classes.button} save={save} />;
}
