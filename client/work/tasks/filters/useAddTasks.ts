import { createTaskMatcher, emptyFilter, isFiltering } from "../../../../shared/work/tasks/tasks.filter.rules";
import { useCallback } from "react";
import { useText } from "../../../platform/intl/useText";
import { useCurrentUser } from "../../../platform/session";
import { useToday } from "../../../platform/today";
import { toast } from "../../../ui/toast/toast";
import { useOpenTask } from "../../projects/open-task";
import type { CardPosition } from "../pending/card-position";
import { type NewTask, withDefaults } from "../pending/new-card";
import { taskQueue } from "../pending/task-queue";
import { filterContextOf } from "../state/board.visible";
import { useBoardScope } from "../state/useBoard";
import { filterDefaults } from "./filter-defaults";
import { useBoardFilter } from "./useBoardFilter";

/** Adds tasks on a board, list or calendar. They get the values of the filter; tasks that it hides nevertheless are announced. */
export function useAddTasks(): (tasks: readonly NewTask[], to: CardPosition) => void {
  const text = useText();
  const { actor } = useBoardScope();
  const { filter, change } = useBoardFilter();
  const today = useToday();
  const me = useCurrentUser().id;
  const { show } = useOpenTask();
  return useCallback(
    (tasks, to) => {
      if (!isFiltering(filter)) return actor.send({ type: "ADD", tasks, to });
      const defaults = filterDefaults(filter, { today, me });
      actor.send({ type: "ADD", tasks: tasks.map((task) => withDefaults(defaults, task)), to });
      const pendingIds = actor
        .getSnapshot()
        .context.pendingChanges.slice(-tasks.length)
        .map(({ id }) => id);
      const announce = async () => {
        const replies = await Promise.all(pendingIds.map((id) => taskQueue.outcomeOf(id).catch(() => null)));
        const matches = createTaskMatcher(filter, filterContextOf(actor.getSnapshot().context.drawn, today));
        const hidden = replies.flatMap((reply) => (reply?.kind === "task" && !matches(reply.task) ? reply.task : []));
        const [task] = hidden;
        if (!task) return;
        const message =
          hidden.length === 1
            ? text("board.hiddenByFilter", { key: task.key })
            : text("board.manyHiddenByFilter", { count: hidden.length });
        const onTake = () => (hidden.length === 1 ? show(task.id) : change(emptyFilter));
        toast.offer(message, text("board.hiddenByFilter.show"), onTake);
      };
      void announce();
    },
    [text, actor, filter, change, today, me, show],
  );
}
