import { Navigate, useLocation, useParams } from "react-router-dom";
import { readTask } from "../../../shared/tasks/task-detail.contract";
import { paths } from "../../platform/paths";
import { useEndpoint } from "../../platform/query";
import { QueryBoundary } from "../../ui/states/QueryBoundary";
import { idOf } from "../../platform/address/path-id";
import { TaskByKey } from "./TaskByKey";
import { TaskLoading } from "./TaskLoading";
import { useTaskPath } from "./useTaskPath";

/** The panel needs its board: which one that is, the task says. */
export function TaskPanelPage() {
  const { id } = useParams();
  const taskId = idOf(id);
  if (taskId === null) return <TaskByKey text={id} />;
  return <OverItsBoard taskId={taskId} />;
}

function OverItsBoard({ taskId }: { taskId: number }) {
  const { search } = useLocation();
  const task = useEndpoint(readTask, { params: { id: taskId } });
  return (
    <QueryBoundary query={task} loading={<TaskLoading />}>
      {({ data }) => {
        const rest = new URLSearchParams(search);
        rest.delete("task");
        const more = rest.size > 0 ? `&${rest}` : "";
        return <Navigate to={paths.taskOnBoard(data.project_id, taskId) + more} replace />;
      }}
    </QueryBoundary>
  );
}

/** A link that somebody was given: it opens what they have chosen, not what the sender has. */
export function AnyTaskPage() {
  const { search } = useLocation();
  const { id } = useParams();
  const taskId = idOf(id);
  const pathOf = useTaskPath();
  if (taskId === null) return <TaskByKey text={id} />;
  return <Navigate to={pathOf({ id: taskId }) + search} replace />;
}
