import { financeFamily } from "../finance/finance.family";
import { formFamily } from "../forms/forms.family";
import { leaveFamily } from "../leave/leave.family";
import { bookingFamily } from "../reservations/reservations.family";
import type { Family } from "./define-family";

/** Every family of requests, in the order in which screens name them. What else one must have, the compiler asks for. */
const defined = [leaveFamily, financeFamily, formFamily, bookingFamily] as const;

type Defined = (typeof defined)[number];
type ByCode = { [Each in Defined as Each["code"]]: Each };

export type RequestFamily = Defined["code"];
export type FamilyFeature = NonNullable<Defined["feature"]>;
export type FamilyArea = Defined["area"];
export type FamilyPermission = Defined extends Family<string, string | null, infer Permission> ? Permission : never;
export type FamilyNotification = {
  [Each in Defined as Each["code"]]: keyof Each["notifications"] & string;
}[RequestFamily];

export const families = Object.fromEntries(defined.map((family) => [family.code, family])) as unknown as ByCode;
export const requestFamilies: readonly RequestFamily[] = defined.map(({ code }) => code);
export const familyFeatures: readonly FamilyFeature[] = defined.flatMap(({ feature }) => feature ?? []);

/** All permissions of a family, each once. */
export function permissionsOf(family: RequestFamily): FamilyPermission[] {
  const { ask, list, approve, seeAll, makeRules, others } = families[family].permissions;
  return [...new Set<FamilyPermission>([ask, list, ...approve, ...seeAll, ...makeRules, ...others])];
}
