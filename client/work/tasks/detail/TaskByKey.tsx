import { Navigate, useLocation } from "react-router-dom";
import { findTaskByKey, taskKeyPattern } from "../../../../shared/work/tasks/transfer.contract";
import { paths } from "../../../platform/paths";
import { ProblemError } from "../../../platform/problem-error";
import { useEndpoint } from "../../../platform/query";
import { QueryBoundary } from "../../../ui/states/QueryBoundary";
import { TaskLoading } from "./TaskLoading";

/** Redirects a URL with a key (`WEB-12`, including former keys) to the one with the task's id. */
export function TaskByKey({ text }: { text: string | undefined }) {
  if (!text || !taskKeyPattern.test(text)) return <Navigate to={paths.notFound} replace />;
  return <Found text={text} />;
}

function Found({ text }: { text: string }) {
  const { pathname, search } = useLocation();
  const task = useEndpoint(findTaskByKey, { params: { key: text } });
  if (task.error instanceof ProblemError && task.error.status === 404) return <Navigate to={paths.notFound} replace />;
  return (
    <QueryBoundary query={task} loading={<TaskLoading />}>
      {({ data }) => <Navigate to={pathname.replace(text, String(data.id)) + search} replace />}
    </QueryBoundary>
  );
}
