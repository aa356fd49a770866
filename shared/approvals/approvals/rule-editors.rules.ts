import type { Permission } from "../../kernel/access";
import { requestFamilyDefinitions, type RequestFamily, requestFamilies } from "./families";

const rulesOfAll = "approval-rule-edit" satisfies Permission;

/** Permissions to manage the approval rules of a request family; any one of them is sufficient. */
export const ruleEditorPermissions = (family: RequestFamily): readonly Permission[] => [
  rulesOfAll,
  ...requestFamilyDefinitions[family].permissions.makeRules,
];
export const anyRuleEditorPermission: readonly Permission[] = [
  ...new Set(requestFamilies.flatMap(ruleEditorPermissions)),
];
