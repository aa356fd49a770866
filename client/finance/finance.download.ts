import { listFinance } from "../../shared/finance/finance.contract";
import type { FinanceDetail } from "../../shared/finance/finance-reply.contract";
import type { QueryOf } from "../../shared/kernel/endpoint";
import { queryText } from "../platform/api";
import { download, downloadRows } from "../platform/download";
import type { SheetFormat } from "../ui/SheetMenu";

/** Everything that fits, not only what is shown. @returns what the file holds of it, where that isn't all. */
export const saveList = (query: Partial<QueryOf<typeof listFinance>>, format: SheetFormat, day: string) =>
  downloadRows(listFinance, `/finance/export${queryText({ ...query, format })}`, `finance-${day}.${format}`);

/** A request on paper, in the language on the screen. */
export const savePdf = ({ id, number }: Pick<FinanceDetail, "id" | "number">) =>
  download(listFinance, `/finance/finance-request/${id}/pdf`, `${number ?? `request-${id}`}.pdf`);
