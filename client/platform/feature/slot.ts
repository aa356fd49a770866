/**
 * An extension point in a screen, such as the tabs of a record or the items of a menu. The feature that renders it defines it
 * (`<feature>.slots.ts`); features above it add entries in their manifest (`<feature>.feature.ts`). Entries are fixed before the first render
 * and may therefore contain hooks. They are part of the manifests, which load before the first render, so their components load lazily
 * (`lazyScreenPart`).
 */
export interface Slot<Entry> {
  /** Entries sorted by `order`, then by the names of the features. */
  readonly entries: readonly Entry[];
  /** Returns a filling for the `fills` of a manifest. */
  fill(...entries: readonly Entry[]): Filling;
}

/** Adds entries to a slot. */
export type Filling = () => void;

const orderOf = (entry: object): number => ("order" in entry && typeof entry.order === "number" ? entry.order : 0);

/** `Entry` needs an `order` only if the position among entries of other features matters; without it, it is 0. */
export function defineSlot<Entry extends object>(): Slot<Entry> {
  let entries: readonly Entry[] = [];
  return {
    get entries() {
      return entries;
    },
    fill:
      (...added) =>
      () => {
        entries = [...entries, ...added].toSorted((a, b) => orderOf(a) - orderOf(b));
      },
  };
}
