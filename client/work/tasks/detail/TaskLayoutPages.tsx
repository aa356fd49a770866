import { Navigate, useLocation, useParams } from "react-router-dom";
import { readTask } from "../../../../shared/work/tasks/task-detail.contract";
import { paths } from "../../../platform/paths";
import { useEndpoint } from "../../../platform/query";
import { QueryBoundary } from "../../../ui/states/QueryBoundary";
import { TaskByKey } from "./TaskByKey";
import { TaskLoading } from "./TaskLoading";
import { useTaskPath } from "../../projects/task-layout";
import { parseIdParam } from "../../../platform/address/useAddress";

/** The panel is shown over the board of the task's project. */
export function TaskPanelPage() {
  const { id } = useParams();
  const taskId = parseIdParam(id);
  if (taskId === null) return <TaskByKey text={id} />;
  return <OpenOverBoard taskId={taskId} />;
}

function OpenOverBoard({ taskId }: { taskId: number }) {
  const { search } = useLocation();
  const task = useEndpoint(readTask, { params: { id: taskId } });
  return (
    <QueryBoundary query={task} loading={<TaskLoading />}>
      {({ data }) => {
        const rest = new URLSearchParams(search);
        rest.delete("task");
        const extraQuery = rest.size > 0 ? `&${rest}` : "";
        return <Navigate to={paths.taskOnBoard(data.project_id, taskId) + extraQuery} replace />;
      }}
    </QueryBoundary>
  );
}

/** A shared link, which opens in the recipient's preferred layout. */
export function SharedTaskLinkPage() {
  const { search } = useLocation();
  const { id } = useParams();
  const taskId = parseIdParam(id);
  const pathOf = useTaskPath();
  if (taskId === null) return <TaskByKey text={id} />;
  return <Navigate to={pathOf({ id: taskId }) + search} replace />;
}
