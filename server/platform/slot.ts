/** Functions that a feature needs from features built on it, as on the client. `server/features.ts` fills all slots once per process. */
export interface Slot<Filling> {
  /** @throws Error when the slot is already filled; test files of one process share their modules. */
  fill(filling: Filling): void;
  /** @throws Error when the process has not imported `server/features.ts`. */
  readonly filling: Filling;
}

export function defineSlot<Filling>(name: string): Slot<Filling> {
  let filled: { with: Filling } | undefined;
  return {
    fill(filling) {
      if (filled) throw new Error(`The slot "${name}" is filled twice`);
      filled = { with: filling };
    },
    get filling() {
      if (!filled) throw new Error(`The slot "${name}" is empty: import server/features.ts`);
      return filled.with;
    },
  };
}
