import type { ReplyOf } from "../../../shared/kernel/endpoint";
import { type createTimeEntries, deleteTimeEntry } from "../../../shared/work/time/time.contract";
import { call } from "../../platform/api";
import { reportFailure } from "../../platform/failure";
import { refetchSheet } from "./sheet/useCellSaving";
import { toast } from "../../ui/toast/toast";
import { ignoreMissing } from "./ignore-missing";

export function offerUndoEntries({ data, message }: ReplyOf<typeof createTimeEntries>): void {
  const unlog = async () => {
    for (const { id } of data) await call(deleteTimeEntry, { params: { id } }).catch(ignoreMissing);
    await refetchSheet();
  };
  void refetchSheet();
  toast.undo(message ?? "", () => void unlog().catch(reportFailure));
}
