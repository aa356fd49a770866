import type { Permission } from "../kernel/permissions";
import { families, type RequestFamily, requestFamilies } from "../requests/families";

/** Who makes the rules of every family. */
const rulesOfAll = "approval-rule-edit" satisfies Permission;

/** Who makes the rules of a family: one of these is enough. */
export const ruleMakersOf = (family: RequestFamily): readonly Permission[] => [
  rulesOfAll,
  ...families[family].permissions.makeRules,
];
export const anyRuleMaker: readonly Permission[] = [...new Set(requestFamilies.flatMap(ruleMakersOf))];
