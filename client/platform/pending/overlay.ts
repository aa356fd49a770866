import { useCallback } from "react";
import { type AddOptions, SimpleQueue } from "./simple-queue";
import { usePending } from "./usePending";

/** A pending change as functions of the state that it is applied to. */
export interface Overlay<State, Reply = unknown> {
  /** The record that shows the change. */
  about: number | string;
  apply(state: State, reply: Reply | null): State;
  /** Whether the confirmed state includes the accepted change. */
  isVisible(state: State, reply: Reply): boolean;
  send(id: string): Promise<Reply>;
}

export class OverlayQueue<State> extends SimpleQueue<Overlay<State>, unknown> {
  constructor(name: string) {
    super(name, ({ id, change }) => change.send(id));
  }

  /** Like `add`, with the type of the reply. */
  lay<Reply>(overlay: Overlay<State, Reply>, options: AddOptions): Promise<Reply | null> {
    return this.add(overlay, options) as Promise<Reply | null>;
  }
}

/** The confirmed state of a record with the user's pending changes applied. */
export function useOverlay<State>(queue: OverlayQueue<State>, about: number | string, confirmed: State): State {
  const concerns = useCallback(({ change }: { change: Overlay<State> }) => change.about === about, [about]);
  const pending = usePending(queue, concerns, ({ change, reply }) => change.isVisible(confirmed, reply));
  return pending.reduce((state, { change, reply }) => change.apply(state, reply), confirmed);
}
