import type { MouseEvent } from "react";
import { createContext, useContext } from "react";

/** What a card asks of its board. Always the same object: a card is drawn for its own sake only. */
export interface CardActs {
  /** Whether a click selects: with a key held, or by touch while others are selected. */
  picks(event: MouseEvent): boolean;
  pick(taskId: number, through: boolean): void;
  /** By right click. */
  menu(taskId: number, event: MouseEvent<HTMLElement>): void;
}

const none: CardActs = { picks: () => false, pick: () => undefined, menu: () => undefined };

export const CardActsContext = createContext<CardActs>(none);
export const useCardActs = (): CardActs => useContext(CardActsContext);
