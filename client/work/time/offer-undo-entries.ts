import type { ReplyOf } from "../../../shared/kernel/endpoint";
import { type createTimeEntries, deleteTimeEntry } from "../../../shared/work/time/time.contract";
import { call } from "../../platform/api";
import { reportFailure } from "../../platform/failure";
import { toast } from "../../ui/toast/toast";

export function offerUndoEntries({ data, message }: ReplyOf<typeof createTimeEntries>): void {
  const unlog = async () => {
    for (const { id } of data) await call(deleteTimeEntry, { params: { id } });
  };
  toast.undo(message ?? "", () => void unlog().catch(reportFailure));
}
