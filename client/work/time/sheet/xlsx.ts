import writeXlsxFile, { type SheetData } from "write-excel-file/universal";
import type { ExportCell } from "../../../../shared/work/time/export.rules";

/** Writes text cells as text, so that "=…" isn't a formula. The header and the sum are bold. */
export function xlsxCells(table: readonly (readonly ExportCell[])[]): SheetData {
  return table.map((cells, row) => {
    const strong = row === 0 || row === table.length - 1 ? ({ fontWeight: "bold" } as const) : {};
    return cells.map((value) =>
      typeof value === "number"
        ? { value, type: Number, format: Number.isInteger(value) ? "0" : "0.00", ...strong }
        : { value, type: String, ...strong },
    );
  });
}

const widths = [12, 22, 22, 10, 44, 10, 10, 44];

export function createXlsx(table: readonly (readonly ExportCell[])[]): Promise<Blob> {
  const options = { columns: widths.map((width) => ({ width })), stickyRowsCount: 1 };
  return writeXlsxFile(xlsxCells(table), options).toBlob();
}
