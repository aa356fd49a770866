import type { Endpoint } from "../../shared/kernel/endpoint";
import { askNow, headersOf, settle } from "./api";
import { reportFailure } from "./failure";
import { OfflineError } from "./problem-error";

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
    const link = document.createElement("a");
    link.href = URL.createObjectURL(await response.blob());
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
    return response.headers;
  } catch (error) {
    reportFailure(error as Error);
    return null;
  }
}
