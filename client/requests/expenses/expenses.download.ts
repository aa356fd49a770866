import type { QueryOf } from "../../../shared/kernel/endpoint";
import { type ExpenseDetail, listExpenses } from "../../../shared/requests/expenses/expenses.contract";
import { queryText } from "../../platform/api";
import { download, downloadRows } from "../../platform/download";
import type { SpreadsheetFormat } from "../../ui/SpreadsheetMenu";

/**
 * Downloads all matching claims, not only the loaded ones.
 * @returns the counts if the file is truncated
 */
export const downloadExpenseList = (query: Partial<QueryOf<typeof listExpenses>>, format: SpreadsheetFormat) =>
  downloadRows(listExpenses, `/expense/export${queryText({ ...query, format })}`);

export const downloadExpensePdf = ({ id }: Pick<ExpenseDetail, "id">) =>
  download(listExpenses, `/expense/claim/${id}/pdf`);
