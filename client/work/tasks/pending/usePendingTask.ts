import { useCallback } from "react";
import { usePending } from "../../../platform/pending/usePending";
import { acceptedVersion, changesTask, type PendingChange } from "./task-changes";
import { taskQueue } from "./task-queue";

const isAny = () => true;

/** Returns the user's changes to a task that its displayed version doesn't include. `concernsField` must be stable. */
export function usePendingTask(
  { id, version }: { id: number; version: number },
  concernsField: (field: string) => boolean = isAny,
): readonly PendingChange[] {
  const concerns = useCallback(
    (pending: PendingChange) => changesTask(pending, id) && changedFields(pending, id).some(concernsField),
    [id, concernsField],
  );
  return usePending(taskQueue, concerns, (pending) => version >= (acceptedVersion(pending, id) ?? 0));
}

/** Returns the changed fields. Other kinds of changes, such as moves, count as a column change. */
function changedFields(pending: PendingChange, id: number): readonly string[] {
  if (pending.kind !== "change") return ["task_status_id"];
  const { id: _, version, ...fields } = pending.changes.find((change) => change.id === id) ?? {};
  return Object.keys(fields);
}
