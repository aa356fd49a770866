import type { AllowanceRuleRecord } from "../../../../shared/requests/leave/ledger/allowances.contract";

export interface RuleValues {
  name: string;
  location: string;
  contract_type: string;
  group_id: string;
  department_id: string;
  days: string;
  steps: { years: string; days: string }[];
}

const inputText = (value: number | string | null) => (value === null ? "" : String(value));

export const toRuleValues = (rule: AllowanceRuleRecord): RuleValues => ({
  name: rule.name,
  location: inputText(rule.location),
  contract_type: inputText(rule.contract_type),
  group_id: inputText(rule.group_id),
  department_id: inputText(rule.department_id),
  days: inputText(rule.days),
  steps: rule.steps.map(({ years, days }) => ({ years: String(years), days: String(days) })),
});

export const emptyRule = (): RuleValues => ({
  name: "",
  location: "",
  contract_type: "",
  group_id: "",
  department_id: "",
  days: "",
  steps: [],
});

/** Returns the rows with one of them moved to another position. */
export function moved<Row>(rows: readonly Row[], from: number, to: number): Row[] {
  const others = rows.filter((_, at) => at !== from);
  return [...others.slice(0, to), rows[from] as Row, ...others.slice(to)];
}
