import type { Endpoint } from "../../shared/kernel/endpoint";
import { currentCallContext, requestHeaders, parseReply } from "./api";
import { reportFailure } from "./failure";
import { OfflineError } from "./problem-error";

export interface PartialDownload {
  shown: number;
  total: number;
}

/**
 * Saves a table like `download`.
 * @returns the number of rows in the file and in total if the file is truncated, otherwise null
 */
export async function downloadRows(like: Endpoint, path: string, name: string): Promise<PartialDownload | null> {
  const headers = await download(like, path, name);
  const [shown, total] = headers?.get("x-rows")?.split("/").map(Number) ?? [];
  return shown && total ? { shown, total } : null;
}

/**
 * Saves a file from the server. Errors are reported like those of any other call, and null is returned. `like` is an endpoint of the same
 * feature, needed to interpret errors.
 */
export async function download(like: Endpoint, path: string, name: string): Promise<Headers | null> {
  try {
    const context = currentCallContext();
    const headers = { ...requestHeaders(like, context.token), accept: "*/*" };
    const response = await fetch(path, { headers, credentials: "same-origin" }).catch((cause: unknown) => {
      throw new OfflineError(cause);
    });
    if (!response.ok) await parseReply<typeof like>(response, context);
    saveFile(await response.blob(), name);
    return response.headers;
  } catch (error) {
    reportFailure(error as Error);
    return null;
  }
}

export function saveFile(file: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
