import type { MouseEvent } from "react";
import { createContext, useContext } from "react";
import type { FailedEditStore } from "./cells/failed-edits";
import type { ListColumn } from "./list.columns";
import type { ListGroup } from "./list.listing";

/** Focus target after editing; `away` if the focus has already left. */
export type FocusDirection = "next" | "previous" | "below" | "away";

/** Actions of rows. A stable object, so that it never causes a re-render. */
export interface ListActions {
  tick(id: number, key: string, range: boolean): void;
  tickGroup(group: ListGroup, on: boolean): void;
  /** A click edits a cell; the title, which is a link, needs a double click. */
  point(event: MouseEvent, twice: boolean): void;
  edit(key: string, column: number, typed?: string): void;
  /** Ends editing; moves the focus to a neighboring cell or back to this one. */
  leave(towards?: FocusDirection): void;
  fold(group: ListGroup): void;
  add(group: ListGroup): void;
  /** Ends adding, then focuses the added task or the field's row; `away` leaves the focus where it is. */
  stopAdding(to: number | "field" | "away"): void;
}

export interface ListScope {
  acts: ListActions;
  columns: readonly ListColumn[];
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
