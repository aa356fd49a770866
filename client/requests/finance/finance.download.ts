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
export const downloadFinanceList = (query: Partial<QueryOf<typeof listFinance>>, format: SpreadsheetFormat) =>
  downloadRows(listFinance, `/finance/export${queryText({ ...query, format })}`);

export const downloadPdf = ({ id }: Pick<FinanceDetail, "id">) =>
  download(listFinance, `/finance/finance-request/${id}/pdf`);
