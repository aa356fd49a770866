import { useActorRef, useSelector } from "@xstate/react";
import { useCallback, useMemo } from "react";
import { Navigate, Outlet, useMatch } from "react-router-dom";
import { readProject } from "../../../shared/work/projects/projects.contract";
import { paths } from "../../platform/paths";
import { useScreenTitle } from "../../platform/screen-title";
import { useCurrentUser } from "../../platform/session";
import { useEndpoint } from "../../platform/query";
import { type LoadedTask, useLoadedTasks } from "../../ui/palette/palette";
import { taskById, taskIdsInColumn } from "../../../shared/work/tasks/tasks.board";
import { statusOfColumn } from "./state/column.status";
import type { BoardContext } from "./state/board.context";
import { BoardFailed, BoardRevoked } from "./board/BoardProblems";
import { BoardSkeleton } from "./board/BoardSkeleton";
import { connectedBoardMachine } from "./state/board.effects";
import { ListSkeleton } from "./list/ListSkeleton";
import { ProjectFrame } from "./ProjectFrame";
import { type BoardScope, BoardScopeContext } from "./state/useBoard";

const nothing: BoardScope["can"] = {
  create: false,
  move: false,
  edit: false,
  assigned: false,
  editColumns: false,
  editTags: false,
};

/** Tasks for the command palette; those without a server id can't be opened yet. */
function tasksOnBoard({ projectId, me, drawn }: BoardContext, project: string): LoadedTask[] {
  return drawn.columnIds.flatMap((columnId) => {
    const column = drawn.columns[columnId]?.title ?? "";
    const status = statusOfColumn(drawn, columnId);
    return taskIdsInColumn(drawn, columnId).flatMap((id) => {
      const task = id > 0 ? taskById(drawn, id) : undefined;
      if (!task) return [];
      const person = task.user_ids.map((one) => drawn.users[one]).find(Boolean);
      return {
        id,
        key: task.key,
        title: task.title,
        projectId,
        project,
        column,
        status,
        mine: task.user_ids.includes(me),
        ...(person ? { person } : {}),
      };
    });
  });
}

/** State machine and data of a project's tasks. Board, list and calendar are views of it, so switching between them doesn't refetch. */
export function ConnectedBoard({ projectId }: { projectId: number }) {
  const me = useCurrentUser();
  const actor = useActorRef(connectedBoardMachine, { input: { projectId, me: me.id } });
  const project = useEndpoint(readProject, { params: { id: projectId } }).data?.data;
  const state = useSelector(actor, ({ value }) => (typeof value === "string" ? value : "open"));
  const asBoard = useMatch(paths.board(":id")) !== null;
  useScreenTitle(project?.title);
  const title = project?.title ?? "";
  useLoadedTasks(useCallback(() => tasksOnBoard(actor.getSnapshot().context, title), [actor, title]));
  const can = project?.can;
  const scope = useMemo<BoardScope>(
    () => ({
      actor,
      projectId,
      can: can
        ? {
            create: can.create_task,
            move: can.move_task,
            edit: can.move_task,
            assigned: can.edit_assigned,
            editColumns: can.edit_columns,
            editTags: can.edit_tags,
          }
        : nothing,
    }),
    [actor, projectId, can],
  );
  if (state === "forbidden") return <Navigate to={paths.notFound} replace />;
  if (state === "revoked") return <BoardRevoked />;
  if (state === "failed") return <BoardFailed actor={actor} />;
  if (state === "loading")
    return asBoard ? <BoardSkeleton title={project?.title} /> : <ListSkeleton title={project?.title} />;
  return (
    <BoardScopeContext value={scope}>
      <ProjectFrame>
        <Outlet />
      </ProjectFrame>
    </BoardScopeContext>
  );
}
