import { isBlocking } from "../../../../shared/work/tasks/blockers.contract";
import type { Column } from "../../../../shared/work/tasks/tasks.board";
import type { TaskDetail } from "../../../../shared/work/tasks/task-detail.contract";
import { useText } from "../../../platform/intl/useText";
import { toast } from "../../../ui/toast/toast";
import { blockedWarning } from "../state/task.blocked";

export function useBlockedWarning(): (task: Pick<TaskDetail, "blockers">, kind: Column["kind"]) => void {
  const text = useText();
  return ({ blockers }, kind) => {
    const warning = blockedWarning(text, blockers.filter(isBlocking), kind);
    if (warning) toast.done(warning);
  };
}
