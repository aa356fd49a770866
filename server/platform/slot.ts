/** Functions that a feature needs from features built on it, as on the client. `server/features.ts` fills all slots once per process. */
export interface Slot<Filling> {
  /** @throws Error when the slot is already filled; test files of one process share their modules. */
  fill(filling: Filling): void;
  /** @throws Error when the process has not imported `server/features.ts`. */
  readonly filling: Filling;
}

/**
 * Types of the slots that manifests fill, by name. Features add theirs by `declare module`; `server/features.ts` does not compile while a
 * slot has no filling. Several features can fill a slot whose type is a record, each with its own keys, or a list, each with its own items.
 */
// Features extend this interface.
export interface SlotFillings {}

/** The type that has the keys of all members of a union. */
export type Intersection<Union> = (Union extends unknown ? (each: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;

/** The fillings by one feature. */
export type FeatureFills = {
  readonly [Name in keyof SlotFillings]?: SlotFillings[Name] extends (...args: never) => unknown
    ? SlotFillings[Name]
    : SlotFillings[Name] extends readonly unknown[]
      ? SlotFillings[Name]
      : Partial<SlotFillings[Name]>;
};

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

const fillings = defineSlot<Readonly<SlotFillings>>("fillings of the features");

export const fillFeatureSlots = fillings.fill;

export const defineFeatureSlot = <Name extends keyof SlotFillings>(
  name: Name,
): Pick<Slot<SlotFillings[Name]>, "filling"> => ({
  get filling() {
    return fillings.filling[name];
  },
});

/**
 * Merges the fillings of several features.
 * @throws Error when two features fill the same slot, or the same key of a record.
 */
export function mergeFills(all: readonly FeatureFills[]): Record<string, unknown> {
  const merged: Record<string, unknown> = {};
  for (const fills of all) {
    for (const [name, filling] of Object.entries(fills)) merged[name] = merge(name, merged[name], filling);
  }
  return merged;
}

function merge(name: string, filled: unknown, filling: unknown): unknown {
  if (filled === undefined) return filling;
  if (Array.isArray(filled) && Array.isArray(filling)) return [...filled, ...filling];
  const isRecord = typeof filled === "object" && typeof filling === "object";
  if (!isRecord || Object.keys(filling as object).some((key) => key in (filled as object)))
    throw new Error(`The slot "${name}" is filled twice`);
  return { ...(filled as object), ...(filling as object) };
}
