import { listFinance } from "../../shared/finance/finance.contract";
import type { FinanceDetail } from "../../shared/finance/finance-reply.contract";
import type { QueryOf } from "../../shared/kernel/endpoint";
import { askNow, headersOf, queryText, settle } from "../platform/api";
import { reportFailure } from "../platform/failure";
import { OfflineError } from "../platform/problem-error";

/** Lets the browser keep what the server writes. A refusal is told like that of any other call, and answered with null. */
async function keep(path: string, name: string): Promise<Headers | null> {
  try {
    const asked = askNow();
    const headers = { ...headersOf(listFinance, asked.token), accept: "*/*" };
    const response = await fetch(path, { headers, credentials: "same-origin" }).catch((cause: unknown) => {
      throw new OfflineError(cause);
    });
    if (!response.ok) await settle<typeof listFinance>(response, asked);
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

/**
 * Everything that fits, not only what is shown.
 * @returns how many rows the file has, of how many, where it doesn't have all.
 */
export async function saveList(query: Partial<QueryOf<typeof listFinance>>, format: "csv" | "xlsx", day: string) {
  const headers = await keep(`/finance/export${queryText({ ...query, format })}`, `finance-${day}.${format}`);
  const [shown, total] = headers?.get("x-rows")?.split("/").map(Number) ?? [];
  return shown && total ? { shown, total } : null;
}

/** A request on paper, in the language on the screen. */
export const savePdf = ({ id, number }: Pick<FinanceDetail, "id" | "number">) =>
  keep(`/finance/finance-request/${id}/pdf`, `${number ?? `request-${id}`}.pdf`);
