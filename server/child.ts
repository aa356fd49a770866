import { freezeObjectPrototype } from "./platform/freeze-object-prototype";
import { watchMemoryAndParent } from "./platform/child-watch";
import type { ChildMessage } from "./platform/child";
import { renderReportPdf } from "./insights/analytics/report.pdf";
import { renderPreview } from "./work/attachments/render-preview";
import { detectFile } from "./platform/files/file-types";
import { renderPromotionLetter } from "./people/employment/letter.pdf";
import { renderExpensePdf } from "./requests/expenses/expenses.pdf";
import { renderFinancePdf } from "./requests/finance/finance.pdf";
import { readHolidays } from "./requests/leave/calendar/holiday-file";
import { readOpenings } from "./requests/leave/ledger/opening-file";
import { listHolidayCountries, officialHolidaysOf } from "./requests/leave/calendar/official-holidays";
import { readPeopleFile } from "./people/people/import/people-file";
import { missingGlyphs } from "./platform/pdf/pdf";
import { sanitizePicturedText, sanitizeRichText } from "./platform/rich-text/rich-text";
import { xlsxOf } from "./platform/spreadsheet";
import { renderSmallImage } from "./platform/files/image-mark";
import { renderUpright } from "./platform/files/image-metadata";
import type { ChildTable, ChildTask } from "./platform/child-processes";

const work: ChildTable = {
  holidays: readHolidays,
  openings: readOpenings,
  holidayCountries: listHolidayCountries,
  officialHolidays: officialHolidaysOf,
  file: (bytes) => detectFile(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)),
  richText: sanitizeRichText,
  picturedText: sanitizePicturedText,
  xlsx: xlsxOf,
  financePdf: renderFinancePdf,
  expensePdf: renderExpensePdf,
  promotionLetter: renderPromotionLetter,
  analyticsReport: renderReportPdf,
  peopleFile: readPeopleFile,
  preview: renderPreview,
  mark: renderSmallImage,
  upright: renderUpright,
};

freezeObjectPrototype();
watchMemoryAndParent(Number(process.argv[2]));
process.on("disconnect", () => process.exit());
// Ctrl+C reaches all processes of the terminal. This process ignores it, because the server shuts down in steps and ends child processes
// last.
process.on("SIGINT", () => {});

const answer = (message: ChildMessage): Promise<void> => new Promise((sent) => process.send?.(message, () => sent()));

// Standard error of this process is not read, so warnings are sent as messages.
process.on("warning", ({ name, message }) => {
  if (name === missingGlyphs) void answer({ warning: message, name });
});

process.on("message", async ({ name, input }: ChildTask) => {
  await answer({ began: true });
  try {
    await answer({ result: await work[name as keyof ChildTable](input as never) });
  } catch (error) {
    await answer({ error: String((error as Error)?.message ?? error) });
  }
});
