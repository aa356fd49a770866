/** Roles of a new tenant, apart from `administrator`, which has all permissions. HR, managers and finance can do what employees can. */
export type SeededRole = "hr" | "manager" | "finance" | "employee" | "external";

/**
 * Permissions of a feature, with the codes of the external specification and the seeded roles that have each. Only codes that an endpoint
 * or screen checks are listed. Defined in `<feature>.access.ts` and listed in `shared/access.ts`.
 */
export interface AccessDefinition<
  Area extends string = string,
  Code extends string = string,
  Feature extends string = string,
> {
  /** Area of the role and token editors that contains the permissions. */
  readonly area: Area;
  /** The plan feature that includes this feature. If omitted, all plans include it. */
  readonly planFeature?: Feature | undefined;
  readonly permissions: { readonly [Each in Code]: readonly SeededRole[] };
}

export const defineAccess = <
  const Area extends string,
  const Code extends string,
  const Feature extends string = never,
>(
  access: AccessDefinition<Area, Code, Feature>,
): AccessDefinition<Area, Code, Feature> => access;

/**
 * The definition of each feature. Each `.access.ts` adds its definition with `declare module`, so that permissions and plan features are
 * literal types without an import of the features. `shared/access.ts` does not compile if its list differs from this interface.
 */
export interface AccessRegister {}

type Registered = AccessRegister[keyof AccessRegister];
type CodesOf<Each> = Each extends AccessDefinition<string, infer Code, string> ? Code : never;
type AreaOf<Each> = Each extends AccessDefinition<infer Area, string, string> ? Area : never;
type FeatureOf<Each> = Each extends AccessDefinition<string, string, infer Feature> ? Feature : never;

/** Tenant-wide permissions of roles. */
export type Permission = CodesOf<Registered>;
export type PermissionArea = AreaOf<Registered>;
export type PlanFeature = FeatureOf<Registered>;
