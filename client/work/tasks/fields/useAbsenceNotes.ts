import { listProjectAbsences } from "../../../../shared/work/projects/absences.contract";
import type { TaskDetail } from "../../../../shared/work/tasks/task-detail.contract";
import { useFormat, useText } from "../../../platform/intl/useText";
import { useEndpoint } from "../../../platform/query";
import { useCan, useHasFeature } from "../../../platform/session";
import { useToday } from "../../../platform/today";

const nothing = { project_id: 0, start_date: null, due_date: null };

/** Returns a function that describes a user's absence during the task, such as "away 15 Dec to 24 Dec", or undefined without an absence. */
export function useAbsenceNotes(
  task: Pick<TaskDetail, "project_id" | "start_date" | "due_date"> | null,
): (userId: number) => string | undefined {
  const text = useText();
  const { day } = useFormat();
  const can = useCan();
  const has = useHasFeature();
  const today = useToday();
  const { start_date: start, due_date: due, project_id } = task ?? nothing;
  // A task with only one date covers that day; past tasks aren't checked.
  const from = start ?? due;
  const to = due ?? start;
  const enabled =
    from !== null && to !== null && from <= to && to >= today && has("leave_management") && can("leave-request-list");
  const { data } = useEndpoint(
    listProjectAbsences,
    { params: { project_id }, query: { from: from ?? today, to: to ?? today } },
    { enabled, retry: false },
  );
  const away = enabled ? (data?.data ?? []) : [];
  return (userId) => {
    const leave = away.find(({ person }) => person.id === userId);
    if (!leave) return undefined;
    const { start_date: first, end_date: last } = leave;
    return first === last
      ? text("task.awayOn", { day: day(first) })
      : text("task.awayFromTo", { from: day(first), to: day(last) });
  };
}
