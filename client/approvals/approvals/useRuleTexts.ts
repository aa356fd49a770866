import { useMemo } from "react";
import type { ApprovalRule } from "../../../shared/approvals/approvals/approval-rules.contract";
import { requestFamilyDefinitions, type RequestFamily } from "../../../shared/approvals/approvals/families";
import type { MessageId } from "../../platform/intl/catalogues";
import { useNameOf } from "../../platform/intl/useNameOf";
import { useFormat, useText } from "../../platform/intl/useText";
import type { RuleOptions } from "./ApprovalRules";
import { useRoleName } from "../../platform/intl/useRoleName";
import { useHomeCurrency } from "../../platform/session";

type Type = RuleOptions["types"][number];

export function useRuleTexts(family: RequestFamily, options: RuleOptions | undefined) {
  const text = useText();
  const roleName = useRoleName();
  const { list, amount, number } = useFormat();
  const nameOf = useNameOf();
  const home = useHomeCurrency();
  return useMemo(() => {
    const typeName = ({ code, name, translations }: Type) =>
      name === null ? text(`${family}.type.${code}` as MessageId) : nameOf({ name, translations });
    const measured = requestFamilyDefinitions[family].amount;
    const inTime = measured === "money" ? null : measured;
    const money = (value: string) => amount(value, value.split(".")[1]?.length ?? 0);
    const measure = (value: string, currency: string | undefined) =>
      inTime
        ? text(`rules.${inTime}`, { count: Number(value), [inTime]: number(Number(value)) })
        : `${money(value)} ${currency ?? home}`;
    const costOf = ({ from_cost: from, to_cost: to }: ApprovalRule["condition"]) => {
      if (from && to) return text("rules.costBetween", { from: money(from), to: money(to) });
      if (from) return text("rules.costFrom", { amount: money(from) });
      return to && text("rules.costUpTo", { amount: money(to) });
    };
    return {
      typeName,
      conditionOf(condition: ApprovalRule["condition"]) {
        const { types, from_amount: from, to_amount: to, currency, department_ids, over_budget, feature } = condition;
        const typeNames = (codes: readonly string[]) =>
          list(
            codes.map((code) =>
              typeName(options?.types.find((type) => type.code === code) ?? { code, name: code, translations: {} }),
            ),
          );
        const departments = (ids: readonly number[]) =>
          list(ids.flatMap((id) => options?.departments.find((one) => one.id === id)?.name ?? []));
        const parts = [
          types && typeNames(types),
          from && to && text("rules.between", { from: measure(from, currency), to: measure(to, currency) }),
          from && !to && text("rules.from", { amount: measure(from, currency) }),
          to && !from && text("rules.upTo", { amount: measure(to, currency) }),
          costOf(condition),
          department_ids && text("rules.inDepartments", { names: departments(department_ids) }),
          over_budget && text("rules.ifOverBudget"),
          feature && text("rules.withFeature", { feature: text(`feature.${feature}`) }),
        ].filter((part): part is string => Boolean(part));
        return parts.length > 0 ? parts.join(" · ") : text("rules.always");
      },
      approverOf: ({ by, role, user }: ApprovalRule["steps"][number]) =>
        by === "role" || by === "user"
          ? (roleName(role) ?? user?.fullname ?? text("rules.gone"))
          : text(`rules.by.${by}`),
    };
  }, [text, roleName, list, amount, number, nameOf, family, options, home]);
}
