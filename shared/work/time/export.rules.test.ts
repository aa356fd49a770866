import { type ExportLine, exportName, exportTable } from "./export.rules";

const titles = ["Date", "Person", "Project", "Key", "Task", "Hours", "Minutes", "Note"];
const line = (overrides: Partial<ExportLine> = {}): ExportLine => ({
  date: "2026-11-18",
  person: "Dara Aziz",
  project: "Website",
  key: "WEB-12",
  task: "Rate table",
  minutes: 135,
  note: "",
  ...overrides,
});

test("exportTable returns titles, entries sorted by day, and the total", () => {
  const table = exportTable(titles, "Total", [line(), line({ date: "2026-11-16", minutes: 20, note: "Start" })]);
  expect(table).toEqual([
    titles,
    ["2026-11-16", "Dara Aziz", "Website", "WEB-12", "Rate table", 0.3333, 20, "Start"],
    ["2026-11-18", "Dara Aziz", "Website", "WEB-12", "Rate table", 2.25, 135, ""],
    ["Total", "", "", "", "", 2.5833, 155, ""],
  ]);
});

test("exportName contains the other user's name without characters that files can't have", () => {
  expect(exportName("2026-11-16", "2026-11-22", "csv", null)).toBe("time-2026-11-16-2026-11-22.csv");
  expect(exportName("2026-11-16", "2026-11-22", "xlsx", "Dara O'Neil / Aziz.")).toBe(
    "time-Dara-O-Neil-Aziz-2026-11-16-2026-11-22.xlsx",
  );
  expect(exportName("2026-11-16", "2026-11-22", "csv", "هەڵۆ")).toBe("time-هەڵۆ-2026-11-16-2026-11-22.csv");
});
