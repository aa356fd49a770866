import { listFinance } from "../../shared/finance/finance.contract";
import type { FinanceDetail } from "../../shared/finance/finance-reply.contract";
import type { QueryOf } from "../../shared/kernel/endpoint";
import { queryText } from "../platform/api";
import { download } from "../platform/download";

/**
 * Everything that fits, not only what is shown.
 * @returns how many rows the file has, of how many, where it doesn't have all.
 */
export async function saveList(query: Partial<QueryOf<typeof listFinance>>, format: "csv" | "xlsx", day: string) {
  const headers = await download(
    listFinance,
    `/finance/export${queryText({ ...query, format })}`,
    `finance-${day}.${format}`,
  );
  const [shown, total] = headers?.get("x-rows")?.split("/").map(Number) ?? [];
  return shown && total ? { shown, total } : null;
}

/** A request on paper, in the language on the screen. */
export const savePdf = ({ id, number }: Pick<FinanceDetail, "id" | "number">) =>
  download(listFinance, `/finance/finance-request/${id}/pdf`, `${number ?? `request-${id}`}.pdf`);
