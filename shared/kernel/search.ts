import type { Permission, PlanFeature } from "./access";

/** Right that the caller needs for hits of a kind; each source also checks which of its records the caller may see. */
export interface SearchAccess {
  readonly permission?: Permission | readonly Permission[];
  readonly feature?: PlanFeature;
}

/**
 * Kinds of records that the search finds. Each feature adds its own with `declare module`; `shared/features.ts`, `server/features.ts` and
 * `client/app/features.ts` do not compile without their access, source and appearance.
 */
export interface SearchKinds {}
export type SearchKind = keyof SearchKinds & string;

/** How a record matches, best first. */
export const searchMatches = ["key", "prefix", "word", "text", "typo"] as const;
export type SearchMatch = (typeof searchMatches)[number];

/** The parts of a hit that its address needs. */
export interface SearchTarget {
  readonly kind: SearchKind;
  readonly id: number;
  readonly key: string | null;
  readonly title: string;
  readonly type: string | null;
  readonly state: string | null;
  readonly parent_id: number | null;
  readonly project_id: number | null;
  readonly at: string | null;
  readonly day: string | null;
}
