import type { Tx } from "../../server/platform/database/unit-of-work";
import { attachmentConsumers } from "./attachments.consumers";

/** Which previews are asked for when a file is there. */
async function wanted(file: { type: string; preview_url: string | null }): Promise<number[]> {
  const asked: number[] = [];
  const previews = { want: (_: number, id: number) => void asked.push(id) };
  const consumer = attachmentConsumers(previews, { sweepSoon: () => {} }).find(
    ({ name }) => name === "attachments.previews",
  );
  const tx = { tenantId: 1, afterCommit: (run: () => void) => run() } as unknown as Tx;
  await consumer?.consume(tx, { type: "attachment.created", data: { file: { id: 5, ...file } } } as never, "project:1");
  return asked;
}

test.each([
  ["a picture without one", "image/png", null, [5]],
  ["a picture that has one", "image/png", "/files/5/preview", []],
  ["what is no picture", "application/pdf", null, []],
  ["what is no picture and has one", "application/pdf", "/files/5/preview", []],
])("a preview is made of %s: %s", async (_, type, preview_url, expected) => {
  expect(await wanted({ type, preview_url })).toEqual(expected);
});
