import { parentPort } from "node:worker_threads";
import { fileFacts } from "./files/file-types";
import { promotionLetter } from "./employment/letter.pdf";
import { financePdf } from "./finance/finance.pdf";
import { readHolidays } from "./leave/holiday-file";
import { readPeopleFile } from "./people/import/file";
import { sanitizePicturedText, sanitizeRichText } from "./platform/rich-text/rich-text";
import { xlsxOf } from "./platform/spreadsheet";
import type { ThreadTable, ThreadTask } from "./platform/threads";

/**
 * What runs in the threads of `server/platform/threads.ts`: whatever reads what people upload or paste, and what puts files
 * together for them.
 */
const work: ThreadTable = {
  holidays: ({ content, years }) => readHolidays(content, years),
  file: (bytes) => fileFacts(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)),
  richText: sanitizeRichText,
  picturedText: sanitizePicturedText,
  xlsx: xlsxOf,
  financePdf,
  promotionLetter,
  peopleFile: readPeopleFile,
};

module.exports = ({ id, name, input }: ThreadTask): unknown => {
  parentPort?.postMessage({ began: id });
  return work[name as keyof ThreadTable](input as never);
};
