import type { InferType } from "yup";
import {
  createTimeEntry,
  deleteTimeEntry,
  type TimeEntry,
  updateTimeEntry,
} from "../../../shared/work/time/time.contract";
import type { updateTimeEntrySchema } from "../../../shared/work/time/time.schema";
import { call } from "../../platform/api";
import { reportFailure } from "../../platform/failure";
import { useText } from "../../platform/intl/useText";
import { useAction } from "../../platform/query";
import { toast } from "../../ui/toast/toast";

type Values = InferType<typeof updateTimeEntrySchema>;

/** Server calls of forms for a single entry. Errors are thrown to the form, but a failed deletion is shown in a toast. */
export function useEntryActions() {
  const text = useText();
  const remove = useAction(deleteTimeEntry);
  return {
    create: (taskId: number, values: Values, send: { idempotencyKey?: string } = {}) =>
      call(createTimeEntry, { body: { task_id: taskId, ...values }, ...send }),
    update: (id: number, version: number | undefined, values: Values) =>
      call(updateTimeEntry, { params: { id }, body: { ...values, version } }),
    /**
     * Deletes immediately and offers undo.
     * @returns true if deleted
     */
    remove: async (entry: TimeEntry): Promise<boolean> => {
      const { task_id, date, hours, minutes, note } = entry;
      const again = () =>
        void call(createTimeEntry, { body: { task_id, date, hours, minutes, note } }).catch(reportFailure);
      return remove.mutateAsync({ params: { id: entry.id } }).then(
        () => {
          toast.undo(text("time.deleted"), again);
          return true;
        },
        () => false,
      );
    },
  };
}
