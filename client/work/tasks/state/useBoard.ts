import { shallowEqual, useSelector } from "@xstate/react";
import { createContext, useContext } from "react";
import { type Board, taskById } from "../../../../shared/work/tasks/tasks.board";
import type { BoardTask } from "../../../../shared/work/tasks/tasks.contract";
import { useCurrentUser } from "../../../platform/session";
import type { ActorRefFrom, SnapshotFrom } from "xstate";
import type { BoardContext } from "./board.context";
import type { boardMachine } from "./board.machine";

export type BoardActor = ActorRefFrom<typeof boardMachine>;
export type BoardSnapshot = SnapshotFrom<typeof boardMachine>;

export interface BoardScope {
  actor: BoardActor;
  projectId: number;
  /** Permissions of the user; all false until the project is loaded. */
  can: {
    create: boolean;
    move: boolean;
    edit: boolean;
    /** True if the user may move and edit cards assigned to them although other cards are read-only. */
    assigned: boolean;
    editColumns: boolean;
    editTags: boolean;
  };
}

export interface CardRights {
  move: boolean;
  edit: boolean;
}

export function useCardRights(task: BoardTask | null | undefined): CardRights {
  const { can } = useBoardScope();
  const me = useCurrentUser().id;
  const groups = useBoard((context) => context.drawn.groups);
  return cardRightsOf(task, { can, me, groups });
}

export function cardRightsOf(
  task: BoardTask | null | undefined,
  { can, me, groups }: { can: BoardScope["can"]; me: number; groups: Board["groups"] },
): CardRights {
  if (!can.assigned || can.edit || !task) return can;
  const byGroup = task.group_ids.some((id) => groups[id]?.users.includes(me));
  const own = byGroup || task.user_ids.includes(me);
  return { move: own, edit: own };
}

/** What the user may do with each of the tasks; without tasks, the rights on the board. */
export function rightsOfTasks(
  tasks: readonly BoardTask[],
  scope: { can: BoardScope["can"]; me: number; groups: Board["groups"] },
): CardRights {
  if (tasks.length === 0) return scope.can;
  const rights = tasks.map((task) => cardRightsOf(task, scope));
  return { move: rights.every(({ move }) => move), edit: rights.every(({ edit }) => edit) };
}

/** @param ids must keep its identity while unchanged */
export function useTaskRights(ids: readonly number[]): CardRights {
  const { can } = useBoardScope();
  const me = useCurrentUser().id;
  const groups = useBoard(({ drawn }) => drawn.groups);
  const tasks = useBoardAsList(({ drawn }) => ids.flatMap((id) => taskById(drawn, id) ?? []));
  return rightsOfTasks(tasks, { can, me, groups });
}

export const BoardScopeContext = createContext<BoardScope | null>(null);

export function useBoardScope(): BoardScope {
  const scope = useContext(BoardScopeContext);
  if (!scope) throw new Error("There is no board around this.");
  return scope;
}

export function useBoard<T>(select: (context: BoardContext) => T): T {
  return useSelector(useBoardScope().actor, (snapshot) => select(snapshot.context));
}

export function useBoardParts<T extends object>(select: (snapshot: BoardSnapshot) => T): T {
  return useSelector(useBoardScope().actor, select, shallowEqual);
}

export function useBoardAsList<T>(select: (context: BoardContext) => readonly T[]): readonly T[] {
  return useSelector(useBoardScope().actor, (snapshot) => select(snapshot.context), sameItems);
}

const sameItems = (a: readonly unknown[], b: readonly unknown[]) =>
  a.length === b.length && a.every((item, at) => item === b[at]);

export function boardOptionLists({ context: { drawn } }: BoardSnapshot) {
  return { users: drawn.users, groups: drawn.groups, tags: drawn.tags, fields: drawn.fields };
}
