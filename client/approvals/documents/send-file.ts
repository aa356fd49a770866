import type { Endpoint, ParamsOf, ReplyOf } from "../../../shared/kernel/endpoint";
import { newIdempotencyKey } from "../../platform/api";
import { upload } from "../../platform/upload";

/** Uploads a file of a request with its fields, such as the item it belongs to. */
export function sendFile<E extends Endpoint>(
  endpoint: E,
  params: ParamsOf<E>,
  file: File,
  fields: Record<string, string>,
): Promise<ReplyOf<E>> {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  body.append("file", file, file.name);
  const { signal } = new AbortController();
  return upload(endpoint, { params, body, idempotencyKey: newIdempotencyKey(), signal, onProgress: () => undefined });
}
