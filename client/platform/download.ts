import type { Endpoint } from "../../shared/kernel/endpoint";
import { languageOf } from "../../shared/kernel/languages";
import { serializeCsv, type TableCell } from "../../shared/kernel/text/csv";
import { currentCallContext, requestHeaders, parseReply } from "./api";
import { activeLanguage$ } from "./intl/language";
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
export async function downloadRows(like: Endpoint, path: string): Promise<PartialDownload | null> {
  const headers = await download(like, path);
  const [rowCount, total] = headers?.get("x-rows")?.split("/").map(Number) ?? [];
  return rowCount && total ? { shown: rowCount, total } : null;
}

/**
 * Saves a file from the server under the name that the server gave it. Errors are reported like those of any other call, and null is returned. `like` is an endpoint of the same
 * feature, needed to interpret errors.
 */
export async function download(like: Endpoint, path: string): Promise<Headers | null> {
  try {
    const context = currentCallContext();
    const headers = { ...requestHeaders(like, context.token), accept: "*/*" };
    const response = await fetch(path, { headers, credentials: "same-origin" }).catch((cause: unknown) => {
      throw new OfflineError(cause);
    });
    if (!response.ok) await parseReply<typeof like>(response, context);
    const name = /filename="([^"]+)"/.exec(response.headers.get("content-disposition") ?? "")?.[1];
    saveFile(await response.blob(), name ?? "export");
    return response.headers;
  } catch (error) {
    reportFailure(error as Error);
    return null;
  }
}

/** Name of a downloaded file, such as "Spend Engineering 2026-10-30 2026-11-28.csv", without characters that file systems forbid. */
export const fileNameOf = (parts: readonly string[], extension: string): string =>
  `${parts
    .join(" ")
    .replaceAll(/[\\/:*?"<>|\p{C}]+/gu, " ")
    .replaceAll(/ +/g, " ")
    .trim()}.${extension}`;

/** A CSV file in the format of the language of the screen. */
export const csvBlob = (table: readonly (readonly TableCell[])[]): Blob =>
  new Blob([serializeCsv(table, languageOf(activeLanguage$.value.language))], { type: "text/csv;charset=utf-8" });

export function saveFile(file: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
