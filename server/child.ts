import { closePrototype } from "./platform/closed-prototype";
import { watchMemoryAndParent } from "./platform/child-watch";
import type { Answer } from "./platform/child";
import { renderPreview } from "./attachments/render-preview";
import { fileFacts } from "./files/file-types";
import { promotionLetter } from "./employment/letter.pdf";
import { financePdf } from "./finance/finance.pdf";
import { readHolidays } from "./leave/holiday-file";
import { readPeopleFile } from "./people/import/file";
import { sanitizePicturedText, sanitizeRichText } from "./platform/rich-text/rich-text";
import { xlsxOf } from "./platform/spreadsheet";
import { markOf } from "./tenants/logo-mark.service";
import type { ChildTable, ChildTask } from "./platform/child-processes";

/**
 * What runs in the processes of `server/platform/child-processes.ts`: whatever reads what people upload or paste, and what puts files
 * together for them.
 */
const work: ChildTable = {
  holidays: ({ content, years }) => readHolidays(content, years),
  file: (bytes) => fileFacts(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)),
  richText: sanitizeRichText,
  picturedText: sanitizePicturedText,
  xlsx: xlsxOf,
  financePdf,
  promotionLetter,
  peopleFile: readPeopleFile,
  preview: renderPreview,
  mark: markOf,
};

closePrototype();
watchMemoryAndParent(Number(process.argv[2]));
process.on("disconnect", () => process.exit());
// Ctrl+C reaches everybody in the terminal. The server ends in steps, and us when nobody waits for us any more.
process.on("SIGINT", () => {});

const answer = (said: Answer): Promise<void> => new Promise((sent) => process.send?.(said, () => sent()));

process.on("message", async ({ name, input }: ChildTask) => {
  await answer({ began: true });
  try {
    await answer({ result: await work[name as keyof ChildTable](input as never) });
  } catch (error) {
    await answer({ error: String((error as Error)?.message ?? error) });
  }
});
