import { taskById } from "../../../shared/work/tasks/tasks.board";
import type { BoardTask } from "../../../shared/work/tasks/tasks.contract";
import { timelineSpanOf } from "../../../shared/work/timeline/timeline.span.rules";
import type { DraggedTask, DragKind } from "./timeline.drag-state";
import { planById } from "./timeline.state";
import type { ChartScope } from "./useTimeline";

export function jointlyMovedTasks(
  { selection, store }: Pick<ChartScope, "selection" | "store">,
  { id }: Pick<BoardTask, "id">,
  hold: DragKind,
): DraggedTask[] {
  const together = selection.together$.value;
  if (hold !== "move" || !together.has(id)) return [];
  return [...together].flatMap(([taskId, projectId]) => {
    const plan = planById(store.state$.value, projectId);
    const task = taskId === id || !plan?.facts.can.edit ? undefined : taskById(plan.drawn, taskId);
    const from = task && timelineSpanOf(task);
    return plan && task && from ? [{ task, project: plan.facts, from, span: from }] : [];
  });
}
