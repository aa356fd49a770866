import { attachToNews } from "../../../shared/communication/news/news.contract";
import type { NewsFile } from "../../../shared/communication/news/news.replies";
import { newIdempotencyKey } from "../../platform/api";
import { upload } from "../../platform/upload";

/**
 * Uploads a file to an article.
 * @throws ProblemError if the server rejects the file
 * @throws OfflineError if there is no connection
 */
export async function sendNewsFile(id: number, kind: NewsFile["kind"], file: File): Promise<NewsFile> {
  const body = new FormData();
  body.set("kind", kind);
  body.set("file", file, file.name);
  const { data } = await upload(attachToNews, {
    params: { id },
    body,
    idempotencyKey: newIdempotencyKey(),
    signal: new AbortController().signal,
    onProgress: () => undefined,
  });
  return data;
}
