import type { ReplyOf } from "../../shared/kernel/endpoint";
import { type createTimeEntries, deleteTimeEntry } from "../../shared/time/time.contract";
import { call } from "../platform/api";
import { reportFailure } from "../platform/failure";
import { toast } from "../ui/toast/toast";

/** Times that were logged together; for a moment they can be taken back together. */
export function offerUnlog({ data, message }: ReplyOf<typeof createTimeEntries>): void {
  const unlog = async () => {
    for (const { id } of data) await call(deleteTimeEntry, { params: { id } });
  };
  toast.undo(message ?? "", () => void unlog().catch(reportFailure));
}
