import { Navigate, useNavigate, useParams } from "react-router-dom";
import { paths } from "../../../platform/paths";
import { useScreenTitle } from "../../../platform/screen-title";
import { useText } from "../../../platform/intl/useText";
import { ProblemError } from "../../../platform/problem-error";
import { PageHead } from "../../../ui/PageHead";
import { ShownTaskContext } from "../fields/shown-task";
import { TaskByKey } from "./TaskByKey";
import { TaskActions } from "./TaskActions";
import { TaskCommentComposer, TaskViewers, TaskOrError } from "./TaskPanel";
import classes from "./TaskPage.module.css";
import { usePublishOpenTask } from "./usePublishOpenTask";
import { useTask } from "./useTask";
import { Link } from "react-router-dom";
import { parseIdParam } from "../../../platform/address/useAddress";
import flow from "../../../ui/layout/flow.module.css";

export function TaskPage() {
  const { id } = useParams();
  const taskId = parseIdParam(id);
  if (taskId === null) return <TaskByKey text={id} />;
  return <TaskScreen key={taskId} taskId={taskId} />;
}

function TaskScreen({ taskId }: { taskId: number }) {
  const text = useText();
  const navigate = useNavigate();
  const live = useTask(taskId);
  const { task, error, isUnavailable } = live;
  useScreenTitle(task && `${task.key} ${task.title}`);
  usePublishOpenTask(task?.project_id, taskId);
  if (error instanceof ProblemError && error.status === 404) return <Navigate to={paths.notFound} replace />;
  return (
    <div className={flow.fillColumn}>
      <PageHead
        title={task ? <bdi>{task.key}</bdi> : ""}
        sub={
          task && (
            <>
              {text("task.in")}{" "}
              <Link className="link" to={paths.board(task.project_id)}>
                <bdi>{task.project.title}</bdi>
              </Link>
            </>
          )
        }
      >
        {task && <TaskViewers live={live} projectId={task.project_id} />}
        {task && !isUnavailable && (
          <ShownTaskContext value={task}>
            <TaskActions
              layout="page"
              onDeleted={() => void navigate(paths.board(task.project_id), { replace: true })}
            />
          </ShownTaskContext>
        )}
      </PageHead>
      <div className={classes.sheet} data-drop-files>
        <div className={classes.scroll}>
          <TaskOrError live={live} layout="page" />
        </div>
        {task?.can.comment && !isUnavailable && <TaskCommentComposer live={live} />}
      </div>
    </div>
  );
}
