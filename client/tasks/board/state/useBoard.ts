import { shallowEqual, useSelector } from "@xstate/react";
import { createContext, useContext } from "react";
import type { BoardTask } from "../../../../shared/tasks/tasks.contract";
import { useCurrentUser } from "../../../platform/session";
import type { ActorRefFrom, SnapshotFrom } from "xstate";
import type { BoardContext } from "./board.context";
import type { boardMachine } from "./board.machine";

export type BoardActor = ActorRefFrom<typeof boardMachine>;
export type BoardSnapshot = SnapshotFrom<typeof boardMachine>;

/** What stays the same while a board is on the screen. */
export interface BoardScope {
  actor: BoardActor;
  projectId: number;
  /** What this person may do here; nothing until the project is read. */
  can: {
    create: boolean;
    move: boolean;
    edit: boolean;
    /** Move and change the cards that one is assigned to, where the others are not one's own. */
    assigned: boolean;
    editColumns: boolean;
    editTags: boolean;
  };
}

/** What this person may do with one card. */
export function useCardRights(task: BoardTask | null | undefined): { move: boolean; edit: boolean } {
  const { can } = useBoardScope();
  const me = useCurrentUser().id;
  const groups = useBoard((context) => context.drawn.groups);
  if (!can.assigned || can.edit || !task) return can;
  const byGroup = task.group_ids.some((id) => groups[id]?.users.includes(me));
  const own = byGroup || task.user_ids.includes(me);
  return { move: own, edit: own };
}

export const BoardScopeContext = createContext<BoardScope | null>(null);

export function useBoardScope(): BoardScope {
  const scope = useContext(BoardScopeContext);
  if (!scope) throw new Error("There is no board around this.");
  return scope;
}

/** A part of the board. Renders again only when that part is another one. */
export function useBoard<T>(select: (context: BoardContext) => T): T {
  return useSelector(useBoardScope().actor, (snapshot) => select(snapshot.context));
}

/** Several parts at once; compared one by one. */
export function useBoardParts<T extends object>(select: (snapshot: BoardSnapshot) => T): T {
  return useSelector(useBoardScope().actor, select, shallowEqual);
}

/** A list whose items are compared one by one. */
export function useBoardList<T>(select: (context: BoardContext) => readonly T[]): readonly T[] {
  return useSelector(useBoardScope().actor, (snapshot) => select(snapshot.context), sameItems);
}

const sameItems = (a: readonly unknown[], b: readonly unknown[]) =>
  a.length === b.length && a.every((item, at) => item === b[at]);

/** The lists that cards point into. */
export function listsOf({ context: { drawn } }: BoardSnapshot) {
  return { users: drawn.users, groups: drawn.groups, tags: drawn.tags };
}
