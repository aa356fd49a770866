import { type Board, taskById } from "../../../shared/work/tasks/tasks.board";
import { readProject } from "../../../shared/work/projects/projects.contract";
import type { BoardTask } from "../../../shared/work/tasks/tasks.contract";
import { dayOfNumber, workingDays } from "../../../shared/kernel/day-number";
import { followersOf } from "../../../shared/work/timeline/timeline.follow.rules";
import { recordsOfTable } from "../../../shared/work/tasks/tasks.table";
import {
  type DateChange,
  dateChangesFor,
  isOutsideBounds,
  type TimelineBounds,
  type TimelineSpan,
  timelineSpanOf,
} from "../../../shared/work/timeline/timeline.span.rules";
import { useFormat, useText } from "../../platform/intl/useText";
import { queryClient, readQueryOptions } from "../../platform/query";
import { changeTasks } from "../tasks/pending/change-tasks";
import { reportFailure } from "../../platform/failure";
import { toast } from "../../ui/toast/toast";
import type { DragState } from "./timeline.drag-state";
import type { DateOrBlockerChange, RequestedChange } from "./timeline.state";
import type { ChartScope } from "./useTimeline";

/** Scope required for drops; the project's calendar provides it as well. */
export interface PendingBarsScope extends Pick<ChartScope, "week" | "say"> {
  store: {
    want(wanted: readonly RequestedChange[], words: string): void;
    boardOf(projectId: number): Board | undefined;
  };
}

interface MovedBar extends Pick<DragState, "task" | "project"> {
  span: TimelineSpan;
}

interface FollowingChange extends Pick<DragState, "task" | "project"> {
  change: DateChange;
}

/** Changes of the tasks that depend on moved ones and weren't moved themselves. A task that follows several of them gets the latest due date. */
function followingChanges(
  moved: readonly MovedBar[],
  boardOf: (projectId: number) => Board | undefined,
  weekend: readonly number[],
): FollowingChange[] {
  const following = new Map<number, FollowingChange>();
  for (const { task, project, span: after } of moved) {
    const before = timelineSpanOf(task);
    const board = boardOf(project.id);
    if (!before || !board) continue;
    const tasks = recordsOfTable(board.tasks);
    for (const follower of followersOf(tasks, task.id, { before, after }, weekend)) {
      const latestDueDate = following.get(follower.task.id)?.change.due_date ?? "";
      if ((follower.change.due_date ?? "") >= latestDueDate) following.set(follower.task.id, { ...follower, project });
    }
  }
  for (const { task } of moved) following.delete(task.id);
  return [...following.values()];
}

/** The change, which extends the project if its dates require it. */
const extendingChange = <Change extends DateChange>({
  change,
  project,
}: {
  change: Change;
  project: TimelineBounds;
}) => (isOutsideBounds(change, project) ? { ...change, extend_project: true } : change);

export function usePendingBars(scope: PendingBarsScope) {
  const text = useText();
  const words = useSpanText(scope);
  const { day } = useFormat();

  /** The announced text also describes the undo step. */
  const want = (task: BoardTask, change: DateOrBlockerChange, message: string) => {
    scope.store.want([{ task, change }], message);
    scope.say(message);
  };

  /** Drops outside the project's dates are refused on the client, as the server would do. */
  const drop = (drag: DragState | null) => {
    if (!drag) return;
    if (drag.hold === "link") return connect(drag);
    if (drag.others.length > 0) return dropTogether(drag);
    const { task, project, span, outside } = drag;
    const change = span ? dateChangesFor(task, span) : {};
    if (span === null || Object.keys(change).length === 0) {
      scope.say(text("timeline.said.back", { key: task.key }));
    } else if (outside) {
      const message = text("timeline.said.dropped", { key: task.key, when: words(span) });
      void refuse(drag, () => {
        want(task, { ...change, extend_project: true }, message);
        offerFollowing([{ task, project, span }], { extend: true });
      });
    } else {
      want(task, change, text("timeline.said.dropped", { key: task.key, when: words(span) }));
      offerFollowing([{ task, project, span }]);
    }
  };

  /** Moves several bars as one change and one undo step. If one of them would be outside its project's dates, none is moved. */
  const dropTogether = ({ task, project, span, others }: DragState) => {
    if (!span) return;
    const moved = [{ task, project, span }, ...others].map((one) => ({
      ...one,
      change: dateChangesFor(one.task, one.span),
    }));
    const changed = moved.filter(({ change }) => Object.keys(change).length > 0);
    if (changed.length === 0) return scope.say(text("timeline.said.back", { key: task.key }));
    const message = text("timeline.said.moved", { count: changed.length, key: task.key, when: words(span) });
    const outside = changed.find((one) => isOutsideBounds(one.change, one.project));
    const wantAll = () => {
      const requestedChanges = changed.map((one) => ({
        task: one.task,
        change: extendingChange(one),
      }));
      scope.store.want(requestedChanges, message);
      scope.say(message);
      offerFollowing(changed, { extend: outside !== undefined });
    };
    if (outside) return void refuse(outside, wantAll);
    wantAll();
  };

  /** Shows the project's dates, and offers to extend them to users who may edit the project. */
  const refuse = async ({ task, project }: Pick<DragState, "task" | "project">, extend: () => void) => {
    const { start_date: start, end_date: end } = project;
    const dates = text("task.projectDates", {
      from: start ? day(start, "medium") : "",
      to: end ? day(end, "medium") : "",
      open: start === null ? "from" : end === null ? "to" : "none",
    });
    const reason = `${text("task.outsideTimeline")}. ${dates}`;
    const message = text("timeline.refused", { key: task.key, reason });
    scope.say(message);
    const read = readQueryOptions(readProject, { params: { id: project.id } });
    const currentProject = await queryClient.fetchQuery(read).catch(() => null);
    if (currentProject?.data.can.edit) toast.offer(message, text("task.extend"), extend);
    else toast.error(message);
  };

  /**
   * Offers to move tasks that depend on the moved ones accordingly, as a single undo step. `extend`: the user has extended the project for
   * the moved tasks, so it is extended for these without another question.
   */
  const offerFollowing = (moved: readonly MovedBar[], { extend = false } = {}) => {
    const following = followingChanges(moved, (id) => scope.store.boardOf(id), scope.week.weekend);
    if (following.length === 0) return;
    const count = following.length;
    const moveAll = () => {
      const changes = following.map((one) => ({ id: one.task.id, version: one.task.version, ...extendingChange(one) }));
      changeTasks(changes, text("timeline.follow.moved", { count }), { offer: true }).catch(reportFailure);
    };
    const outside = extend ? undefined : following.find(({ change, project }) => isOutsideBounds(change, project));
    toast.offer(text("timeline.follow", { count }), text("timeline.follow.move", { count }), () =>
      outside ? void refuse(outside, moveAll) : moveAll(),
    );
  };

  const connect = ({ task, project, target }: DragState) => {
    if (target === null) return;
    const board = scope.store.boardOf(project.id);
    const waiting = board && taskById(board, target);
    if (waiting) addBlocker(waiting, task);
  };

  const addBlocker = (task: BoardTask, blocker: BoardTask) => {
    if (task.id === blocker.id || task.blocker_ids.includes(blocker.id)) return;
    const blocker_ids = [...task.blocker_ids, blocker.id].sort((a, b) => a - b);
    want(task, { blocker_ids }, text("timeline.said.linked", { key: task.key, blocker: blocker.key }));
  };

  const removeBlocker = (task: BoardTask, blocker: Pick<BoardTask, "id" | "key">) => {
    const blocker_ids = task.blocker_ids.filter((id) => id !== blocker.id);
    want(task, { blocker_ids }, text("timeline.said.unlinked", { key: task.key, blocker: blocker.key }));
  };

  return { drop, addBlocker, removeBlocker };
}

/** Formats a span, for example "7 Dec to 14 Dec, 6 working days". */
export function useSpanText({ week }: Pick<ChartScope, "week">): (span: TimelineSpan) => string {
  const text = useText();
  const { day } = useFormat();
  return (span) => {
    const [from, to] = [day(dayOfNumber(span.from)), day(dayOfNumber(span.to))];
    if (span.dueOnly) return text("timeline.span.dueOnly", { day: to });
    if (span.from === span.to) return text("timeline.span.day", { day: to });
    return text("timeline.span.days", { from, to, count: workingDays(span.from, span.to, week.weekend) });
  };
}

export function useBarText(scope: Pick<ChartScope, "week" | "today">): (task: BoardTask, people: string) => string {
  const text = useText();
  const words = useSpanText(scope);
  return (task, people) => {
    const span = timelineSpanOf(task);
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
