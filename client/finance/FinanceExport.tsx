import type { listFinance } from "../../shared/finance/finance.contract";
import type { QueryOf } from "../../shared/kernel/endpoint";
import { useText } from "../platform/intl/useText";
import { useToday } from "../platform/today";
import { SheetMenu } from "../ui/SheetMenu";
import { toast } from "../ui/toast/toast";
import { saveList } from "./finance.download";

/** The requests that are looked at. */
export function FinanceExport({ query }: { query: Partial<QueryOf<typeof listFinance>> }) {
  const text = useText();
  const today = useToday();
  return (
    <SheetMenu
      quiet
      save={async (format) => {
        const cut = await saveList(query, format, today);
        if (cut) toast.error(text("document.leftOut", { ...cut })); // stays until it is closed
      }}
    />
  );
}
