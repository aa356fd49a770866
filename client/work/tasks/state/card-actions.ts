import type { MouseEvent } from "react";
import { createContext, useContext } from "react";

/** Actions of cards on the board. A stable object, so that it never causes a re-render. */
export interface CardActions {
  /** Whether a click selects: with a modifier key, or by touch while other cards are selected. */
  picks(event: MouseEvent): boolean;
  pick(taskId: number, through: boolean): void;
  menu(taskId: number, event: MouseEvent<HTMLElement>): void;
}

const none: CardActions = { picks: () => false, pick: () => undefined, menu: () => undefined };

export const CardActionsContext = createContext<CardActions>(none);
export const useCardActions = (): CardActions => useContext(CardActionsContext);
