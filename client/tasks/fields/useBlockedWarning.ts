import { holdsUp } from "../../../shared/tasks/blockers.contract";
import type { TaskDetail } from "../../../shared/tasks/task-detail.contract";
import { useText } from "../../platform/intl/useText";
import { toast } from "../../ui/toast/toast";
import { blockedWarning } from "./task.blocked";

/** Says what a task that is put into a done column still waited for. */
export function useBlockedWarning(): (task: Pick<TaskDetail, "blockers">) => void {
  const text = useText();
  return ({ blockers }) => {
    const warning = blockedWarning(text, blockers.filter(holdsUp));
    if (warning) toast.done(warning);
  };
}
