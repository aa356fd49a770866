import { Navigate, useNavigate, useParams } from "react-router-dom";
import { paths } from "../../platform/paths";
import { useScreenTitle } from "../../platform/screen-title";
import { useText } from "../../platform/intl/useText";
import { ProblemError } from "../../platform/problem-error";
import { PageHead } from "../../ui/PageHead";
import { idOf } from "../../platform/address/path-id";
import { ShownTaskContext } from "./shown-task";
import { TaskByKey } from "./TaskByKey";
import { TaskActions } from "./TaskActions";
import { Composer, Readers, TaskOrWhyNot } from "./TaskPanel";
import classes from "./TaskPage.module.css";
import { useOpenFocus } from "../board/useOpenFocus";
import { useTask } from "./useTask";
import { Link } from "react-router-dom";

export function TaskPage() {
  const { id } = useParams();
  const taskId = idOf(id);
  if (taskId === null) return <TaskByKey text={id} />;
  return <TaskScreen key={taskId} taskId={taskId} />;
}

/** A task as a page of its own: the same parts as in the panel, beside one another where there is room. */
function TaskScreen({ taskId }: { taskId: number }) {
  const text = useText();
  const navigate = useNavigate();
  const live = useTask(taskId);
  const { task, error, gone } = live;
  useScreenTitle(task && `${task.key} ${task.title}`);
  useOpenFocus(task?.project_id, taskId);
  if (error instanceof ProblemError && error.status === 404) return <Navigate to={paths.notFound} replace />;
  return (
    <div className={classes.page}>
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
        {task && <Readers live={live} projectId={task.project_id} />}
        {task && !gone && (
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
          <TaskOrWhyNot live={live} layout="page" />
        </div>
        {task?.can.comment && !gone && <Composer live={live} />}
      </div>
    </div>
  );
}
