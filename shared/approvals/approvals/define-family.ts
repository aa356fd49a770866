import type { AccessDefinition, SeededRole } from "../../kernel/access";

/** Data of a request family from which permissions, plan features, URLs and rules are derived. */
export interface RequestFamilyDefinition<
  Code extends string = string,
  Feature extends string | null = string | null,
  Permission extends string = string,
  Area extends string = string,
> {
  /** Code of the family's row in `request_family`. */
  readonly code: Code;
  /** The plan feature that includes the family; null if all plans do. */
  readonly feature: Feature;
  /** First segment of the family's URLs: `leaves` in `/leaves/view/7`. */
  readonly folder: string;
  /** Area that contains the family's permissions in the role and token editors; it can contain other permissions too. */
  readonly area: Area;
  readonly permissions: {
    readonly ask: Permission;
    /** Permission to open the list with the requests of direct and indirect reports. */
    readonly list: Permission;
    readonly approve: readonly [Permission, ...Permission[]];
    readonly seeAll: readonly Permission[];
    /** Permissions to manage the family's approval rules, in addition to the permission for all families. */
    readonly makeRules: readonly Permission[];
    readonly others: readonly Permission[];
  };
  /** Seeded role that gets all permissions of the family; null if only administrators and managers decide. */
  readonly seededFor: "hr" | "finance" | null;
  readonly sentAs: string;
  readonly amount: "days" | "hours" | "money" | null;
  /** Whether rules can also use the cost in the tenant's currency. */
  readonly cost: boolean;
  /** Whether approved requests are paid. Because of separation of duties, the payer must not have approved the request. */
  readonly paid: boolean;
  /** Whether requests are charged to the budget of the requester's department, so that rules can refer to it and to its owner. */
  readonly budget: boolean;
}

export const defineRequestFamily = <
  const Code extends string,
  const Feature extends string | null,
  const Permission extends string,
  const Area extends string,
>(
  family: RequestFamilyDefinition<Code, Feature, Permission, Area>,
): RequestFamilyDefinition<Code, Feature, Permission, Area> => family;

export type AccessOfFamily<Family> =
  Family extends RequestFamilyDefinition<string, infer Feature, infer Permission, infer Area>
    ? AccessDefinition<Area, Permission, Feature extends string ? Feature : never>
    : never;

/**
 * Employees send requests, and managers decide those of their team. `seededFor` gets all permissions of the family. In these families, HR
 * and finance also decide the requests of their own team.
 */
export function accessOfFamily<Feature extends string | null, Permission extends string, Area extends string>({
  area,
  feature,
  permissions: { ask, list, approve, seeAll, makeRules, others },
  seededFor,
}: RequestFamilyDefinition<string, Feature, Permission, Area>): AccessDefinition<Area, Permission, Feature & string> {
  const rolesOf = (code: Permission): SeededRole[] => {
    if (code === ask || code === list) return ["employee"];
    if (code === approve[0]) return seededFor ? ["manager", "hr", "finance"] : ["manager"];
    return seededFor ? [seededFor] : [];
  };
  const codes = new Set([ask, list, ...approve, ...seeAll, ...makeRules, ...others]);
  return {
    area,
    planFeature: feature ?? undefined,
    permissions: Object.fromEntries([...codes].map((code) => [code, rolesOf(code)])) as Record<
      Permission,
      SeededRole[]
    >,
  };
}
