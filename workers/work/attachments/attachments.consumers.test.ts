import type { Tx } from "../../../server/platform/database/unit-of-work";
import { attachmentConsumers } from "./attachments.consumers";

async function requestedPreviews(file: { type: string; preview_url: string | null }): Promise<number[]> {
  const taskIds: number[] = [];
  const previews = { want: (_: number, id: number) => void taskIds.push(id) };
  const consumer = attachmentConsumers(previews, { sweepSoon: () => {} }).find(
    ({ name }) => name === "attachments.previews",
  );
  const tx = { tenantId: 1, afterCommit: (run: () => void) => run() } as unknown as Tx;
  await consumer?.consume(tx, { type: "attachment.created", data: { file: { id: 5, ...file } } } as never, "project:1");
  return taskIds;
}

test.each([
  ["an image without a preview", "image/png", null, [5]],
  ["an image with a preview", "image/png", "/files/5/preview", []],
  ["a file that isn't an image", "application/pdf", null, []],
  ["a file that isn't an image but has a preview", "application/pdf", "/files/5/preview", []],
])("a preview is created only for images without one: %s, %s", async (_, type, preview_url, expected) => {
  expect(await requestedPreviews({ type, preview_url })).toEqual(expected);
});
