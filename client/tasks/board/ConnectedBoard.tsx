import { useActorRef, useSelector } from "@xstate/react";
import { useMemo } from "react";
import { Navigate, Outlet, useMatch } from "react-router-dom";
import { singleProject } from "../../../shared/projects/projects.contract";
import { paths } from "../../platform/paths";
import { useScreenTitle } from "../../platform/screen-title";
import { useCurrentUser } from "../../platform/session";
import { useEndpoint } from "../../platform/query";
import { BoardFailed, BoardRevoked } from "./BoardProblems";
import { BoardSkeleton } from "./BoardSkeleton";
import { connectedBoardMachine } from "./state/board.effects";
import { ListSkeleton } from "../list/ListSkeleton";
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

/**
 * The tasks of a project with their machine, in whatever state that is. Board and list are views of it: going from one
 * to the other reads nothing again.
 */
export function ConnectedBoard({ projectId }: { projectId: number }) {
  const me = useCurrentUser();
  const actor = useActorRef(connectedBoardMachine, { input: { projectId, me: me.id } });
  const project = useEndpoint(singleProject, { params: { id: projectId } }).data?.data;
  const state = useSelector(actor, ({ value }) => (typeof value === "string" ? value : "open"));
  const asList = useMatch(paths.taskList(":id")) !== null;
  useScreenTitle(project?.title);
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
    return asList ? <ListSkeleton title={project?.title} /> : <BoardSkeleton title={project?.title} />;
  return (
    <BoardScopeContext value={scope}>
      <ProjectFrame>
        <Outlet />
      </ProjectFrame>
    </BoardScopeContext>
  );
}
