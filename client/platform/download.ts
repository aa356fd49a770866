import type { Endpoint } from "../../shared/kernel/endpoint";
import { askNow, headersOf, settle } from "./api";
import { reportFailure } from "./failure";
import { OfflineError } from "./problem-error";

/** So many rows are in the file, of so many that there are. */
export interface Cut {
  shown: number;
  total: number;
}

/** As `download`. @returns what the file holds of all there is, where that isn't all. */
export async function downloadRows(like: Endpoint, path: string, name: string): Promise<Cut | null> {
  const headers = await download(like, path, name);
  const [shown, total] = headers?.get("x-rows")?.split("/").map(Number) ?? [];
  return shown && total ? { shown, total } : null;
}

/**
 * Lets the browser keep what the server writes. A refusal is told like that of any other call, and answered with null.
 * `like` is a call of the same feature: its guards say how a refusal is read.
 */
export async function download(like: Endpoint, path: string, name: string): Promise<Headers | null> {
  try {
    const asked = askNow();
    const headers = { ...headersOf(like, asked.token), accept: "*/*" };
    const response = await fetch(path, { headers, credentials: "same-origin" }).catch((cause: unknown) => {
      throw new OfflineError(cause);
    });
    if (!response.ok) await settle<typeof like>(response, asked);
    keep(await response.blob(), name);
    return response.headers;
  } catch (error) {
    reportFailure(error as Error);
    return null;
  }
}

/** Lets the browser keep what was made here. */
export function keep(file: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
