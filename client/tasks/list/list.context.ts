import type { MouseEvent } from "react";
import { createContext, useContext } from "react";
import type { FailedEditStore } from "./cells/failed-edits";
import type { ListColumn } from "./list.columns";
import type { ListGroup } from "./list.listing";

/** Where the keys go after editing; `away`: they are elsewhere already. */
export type Towards = "next" | "previous" | "below" | "away";

/** What rows can ask for. It stays the same while the list is on the screen, so that rows are drawn for their own sake only. */
export interface ListActs {
  tick(id: number, key: string, range: boolean): void;
  tickGroup(group: ListGroup, on: boolean): void;
  /** A click into a cell edits it; into the title's, where a link stands, two. */
  point(event: MouseEvent, twice: boolean): void;
  edit(key: string, column: number): void;
  /** Ends editing; the focus goes to a neighbouring cell, or back to the cell itself. */
  leave(towards?: Towards): void;
  fold(group: ListGroup): void;
  add(group: ListGroup): void;
  /** `back`: the keys stay in the list. */
  stopAdding(back: boolean): void;
}

export interface ListScope {
  acts: ListActs;
  columns: readonly ListColumn[];
  /** Two lines per task, no cells. */
  narrow: boolean;
  failed: FailedEditStore;
}

export const ListContext = createContext<ListScope | null>(null);

export function useListScope(): ListScope {
  const scope = useContext(ListContext);
  if (!scope) throw new Error("There is no list around this.");
  return scope;
}

export const cellIdOf = (key: string, column: number) => `list-${key}-${column}`;
