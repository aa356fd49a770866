import { listFinance } from "../../../shared/requests/finance/finance.contract";
import type { FinanceDetail } from "../../../shared/requests/finance/finance-reply.contract";
import type { QueryOf } from "../../../shared/kernel/endpoint";
import { queryText } from "../../platform/api";
import { download, downloadRows } from "../../platform/download";
import type { SpreadsheetFormat } from "../../ui/SpreadsheetMenu";

/**
 * Downloads all matching requests, not only the loaded ones.
 * @returns the counts if the file is truncated
 */
export const downloadFinanceList = (
  query: Partial<QueryOf<typeof listFinance>>,
  format: SpreadsheetFormat,
  day: string,
) => downloadRows(listFinance, `/finance/export${queryText({ ...query, format })}`, `finance-${day}.${format}`);

export const downloadPdf = ({ id, number }: Pick<FinanceDetail, "id" | "number">) =>
  download(listFinance, `/finance/finance-request/${id}/pdf`, `${number ?? `request-${id}`}.pdf`);
