import type { Permission, PlanFeature } from "./access";

/** Right that the caller needs for search results of a kind. Each source also checks which of its records the caller may see. */
export interface SearchAccess {
  readonly permission?: Permission | readonly Permission[];
  readonly feature?: PlanFeature;
}

/**
 * Kinds of records that the search finds. Each feature adds its kinds with `declare module`. `shared/features.ts`, `server/features.ts` and
 * `client/app/features.ts` do not compile if the access, source or appearance of a kind is missing.
 */
export interface SearchKinds {}
export type SearchKind = keyof SearchKinds & string;

/** How a record matches, from best to worst. */
export const searchMatches = ["key", "prefix", "word", "text", "typo"] as const;
export type SearchMatch = (typeof searchMatches)[number];

/** The parts of a search result that are needed for its path. */
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
