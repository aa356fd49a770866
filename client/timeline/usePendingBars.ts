import { taskOf } from "../../shared/tasks/tasks.board";
import type { BoardTask } from "../../shared/tasks/tasks.contract";
import { dayText, workingDays } from "../../shared/timeline/timeline.days.rules";
import { datesFor, type Span, spanOf } from "../../shared/timeline/timeline.span.rules";
import { useFormat, useText } from "../platform/intl/useText";
import { toast } from "../ui/toast/toast";
import type { Hand } from "./timeline.hand";
import { planById, type PendingTaskChange } from "./timeline.state";
import type { ChartScope } from "./useTimeline";

/** What follows when something leaves the hand: it is wanted, or refused at once, and said. */
export function usePendingBars(scope: ChartScope) {
  const text = useText();
  const words = useSpanWords(scope);

  /** What is said of it now is what an undo takes back. */
  const want = (projectId: number, task: BoardTask, change: PendingTaskChange, said: string) => {
    scope.store.want(projectId, task, change, said);
    scope.say(said);
  };

  /** Beyond the project's dates it glides back: the server would say the same. */
  const drop = (hand: Hand | null) => {
    if (!hand) return;
    if (hand.hold === "link") return connect(hand);
    const { task, project, span, outside } = hand;
    const change = span ? datesFor(task, span) : {};
    if (span === null || Object.keys(change).length === 0) {
      scope.say(text("timeline.said.back", { key: task.key }));
    } else if (outside) {
      const reason = text("task.outsideTimeline");
      toast.error(text("timeline.refused", { key: task.key, reason }));
      scope.say(text("timeline.refused", { key: task.key, reason }));
    } else {
      want(project.id, task, change, text("timeline.said.dropped", { key: task.key, when: words(span) }));
    }
  };

  const connect = ({ task, project, target }: Hand) => {
    if (target === null) return;
    const plan = planById(scope.store.state$.value, project.id);
    const waiting = plan && taskOf(plan.drawn, target);
    if (waiting) addBlocker(project.id, waiting, task);
  };

  const addBlocker = (projectId: number, task: BoardTask, blocker: BoardTask) => {
    if (task.id === blocker.id || task.blocker_ids.includes(blocker.id)) return;
    const blocker_ids = [...task.blocker_ids, blocker.id].sort((a, b) => a - b);
    want(projectId, task, { blocker_ids }, text("timeline.said.linked", { key: task.key, blocker: blocker.key }));
  };

  const removeBlocker = (projectId: number, task: BoardTask, blocker: Pick<BoardTask, "id" | "key">) => {
    const blocker_ids = task.blocker_ids.filter((id) => id !== blocker.id);
    want(projectId, task, { blocker_ids }, text("timeline.said.unlinked", { key: task.key, blocker: blocker.key }));
  };

  return { drop, addBlocker, removeBlocker };
}

/** "7 Dec to 14 Dec, 6 working days". */
export function useSpanWords({ week }: Pick<ChartScope, "week">): (span: Span) => string {
  const text = useText();
  const { day } = useFormat();
  return (span) => {
    const [from, to] = [day(dayText(span.from)), day(dayText(span.to))];
    if (span.milestone) return text("timeline.span.milestone", { day: to });
    if (span.from === span.to) return text("timeline.span.day", { day: to });
    return text("timeline.span.days", { from, to, count: workingDays(span.from, span.to, week.weekend) });
  };
}

/** A task as a screen reader hears its bar. */
export function useBarWords(scope: Pick<ChartScope, "week" | "today">): (task: BoardTask, people: string) => string {
  const text = useText();
  const words = useSpanWords(scope);
  return (task, people) => {
    const span = spanOf(task);
    const late = span && task.progress < 100 ? Math.max(0, scope.today - span.to) : 0;
    return text("timeline.bar", {
      key: task.key,
      title: task.title,
      when: span ? words(span) : text("timeline.undated"),
      progress: task.progress,
      late: task.due_date === null ? 0 : late,
      people: people || "empty",
    });
  };
}
