import type { Topic } from "../notifications/notifications.topics";

/**
 * What both sides know of a family of requests by itself: plain data, from which permissions, plan features, addresses,
 * rules and notifications follow. It imports nothing but this file, since the kernel reads it. What a family does stands
 * in its parts: calls and events in shared/requests/contracts.ts, the work in server/requests/families.ts, the screens in
 * client/requests/families.ts.
 */
export interface Family<
  Code extends string = string,
  Feature extends string | null = string | null,
  Permission extends string = string,
  Kind extends string = string,
  Area extends string = string,
> {
  /** As the database keeps it: a row of `request_family`. */
  readonly code: Code;
  /** The part of a plan that it belongs to; null where every plan has it. */
  readonly feature: Feature;
  /** What its addresses begin with: `/leaves/view/7`. */
  readonly folder: string;
  /** What its permissions stand under where roles and tokens choose among them; an area may have other permissions too. */
  readonly area: Area;
  readonly permissions: {
    /** Makes requests. */
    readonly ask: Permission;
    /** Opens the list, with requests of one's own people. */
    readonly list: Permission;
    /** Decides. Managers begin with the first. */
    readonly approve: readonly [Permission, ...Permission[]];
    /** The last word: with any of these one sees all requests that were sent. */
    readonly seeAll: readonly Permission[];
    /** Makes its approval rules, beside those who make the rules of every family. */
    readonly makeRules: readonly Permission[];
    readonly others: readonly Permission[];
  };
  /** The seeded role that begins with all its permissions; null: besides the administrators, managers alone decide. */
  readonly seededFor: "hr" | "finance" | null;
  /** The status that sending leads to. */
  readonly sentAs: string;
  /** What approval rules measure; null where there is nothing to measure. */
  readonly amount: "days" | "hours" | "money" | null;
  /** Whether they measure beside it what a request costs, in the organisation's currency. */
  readonly cost: boolean;
  /** Somebody pays what was approved, who by the rule of four eyes hasn't approved it. */
  readonly paid: boolean;
  /** What is told of its requests alone, by the setting that it falls under. */
  readonly notifications: { readonly [Name in Kind]: Topic };
}

/** A family, with its codes as types. */
export const defineFamily = <
  const Code extends string,
  const Feature extends string | null,
  const Permission extends string,
  const Area extends string,
  const Kind extends string = never,
>(
  family: Family<Code, Feature, Permission, Kind, Area>,
): Family<Code, Feature, Permission, Kind, Area> => family;
