import type { ChainRule, ChainSubject } from "./approvals.chain.rules";

export function firstMatchingRule<Rule extends ChainRule>(
  rules: readonly Rule[],
  subject: ChainSubject,
  compare: (a: string, b: string) => number,
): Rule | undefined {
  return rules.find(({ when }) => {
    if (when.types && !when.types.includes(subject.type)) return false;
    if (when.department_ids && (subject.department_id === null || !when.department_ids.includes(subject.department_id)))
      return false;
    if (when.over_budget && !subject.over_budget) return false;
    const amount = when.currency === undefined ? subject.amount : subject.amounts?.[when.currency];
    return (
      isBetween(amount, when.from_amount, when.to_amount, compare) &&
      isBetween(subject.cost, when.from_cost, when.to_cost, compare)
    );
  });
}

/** Bounds are inclusive. A missing value matches only if there are no bounds. */
function isBetween(
  value: string | null | undefined,
  from: string | undefined,
  to: string | undefined,
  compare: (a: string, b: string) => number,
): boolean {
  if (from === undefined && to === undefined) return true;
  if (value === null || value === undefined) return false;
  return (from === undefined || compare(value, from) >= 0) && (to === undefined || compare(value, to) <= 0);
}
