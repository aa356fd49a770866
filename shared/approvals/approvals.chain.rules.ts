/** Who decides a step: the requester's manager, whoever holds a role, or someone in person. */
export type Approver = { by: "manager" } | { by: "role"; role_id: number } | { by: "user"; user_id: number };

/** What a rule asks of a request. What isn't named is anything. */
export interface ChainCondition {
  /** Types of the family, e.g. `purchase`, or the id of a leave type or template as text. */
  types?: readonly string[];
  /** In the tenant's currency, with decimals as text: from this amount on. */
  from_amount?: string;
  department_ids?: readonly number[];
}

export interface ChainRule {
  id: number;
  when: ChainCondition;
  steps: readonly Approver[];
}

/** What rules look at. */
export interface ChainSubject {
  requester_id: number;
  department_id: number | null;
  type: string;
  /** Null where a request has none. */
  amount: string | null;
}

/** How people stand to one another at this moment. */
export interface ChainPeople {
  /** Undefined for who isn't there. */
  find(id: number): { parent_id: number | null; active: boolean } | undefined;
  administrator_role_id: number;
}

/** A step with who decides it: one person, or whoever holds the role at the time. */
export interface ChainStep {
  rule_id: number | null;
  by: Approver["by"];
  approver_id: number | null;
  role_id: number | null;
  /**
   * How it came to them: as the rule says · upward, since who was meant isn't there or asks themself · to the
   * administrators, since nobody is above.
   */
  route: "rule" | "upward" | "administrators";
}

/** The first rule that fits, in the order of the tenant's settings. */
export function ruleFor<Rule extends ChainRule>(
  rules: readonly Rule[],
  subject: ChainSubject,
  compare: (a: string, b: string) => number,
): Rule | undefined {
  return rules.find(({ when }) => {
    if (when.types && !when.types.includes(subject.type)) return false;
    if (when.department_ids && (subject.department_id === null || !when.department_ids.includes(subject.department_id)))
      return false;
    if (when.from_amount === undefined) return true;
    return subject.amount !== null && compare(subject.amount, when.from_amount) >= 0;
  });
}

/**
 * The chain of a request: never empty, nobody decides their own, and nobody is asked twice in a row. Without a rule the
 * manager decides.
 */
export function chainOf(subject: ChainSubject, rule: ChainRule | undefined, people: ChainPeople): ChainStep[] {
  const steps = (rule?.steps.length ? rule.steps : [{ by: "manager" } as const]).map((approver) =>
    stepFor(subject.requester_id, approver, rule?.id ?? null, people),
  );
  return steps.filter((step, at) => at === 0 || !isSame(step, steps[at - 1] as ChainStep));
}

function stepFor(requesterId: number, approver: Approver, rule_id: number | null, people: ChainPeople): ChainStep {
  const { by } = approver;
  if (by === "role") return { rule_id, by, approver_id: null, role_id: approver.role_id, route: "rule" };
  const meant = by === "user" ? approver.user_id : (people.find(requesterId)?.parent_id ?? null);
  const approver_id = present(meant, requesterId, people);
  if (approver_id === null)
    return { rule_id, by, approver_id, role_id: people.administrator_role_id, route: "administrators" };
  return { rule_id, by, approver_id, role_id: null, route: approver_id === meant ? "rule" : "upward" };
}

/**
 * Who is meant, or the next one above who is there and isn't the requester. Null when nobody is, also where managers
 * form a circle.
 */
export function present(meant: number | null, requesterId: number, people: ChainPeople): number | null {
  const seen = new Set<number>();
  for (let id = meant; id !== null && !seen.has(id); ) {
    const person = people.find(id);
    if (person?.active && id !== requesterId) return id;
    seen.add(id);
    id = person?.parent_id ?? null;
  }
  return null;
}

const isSame = (a: ChainStep, b: ChainStep) => a.approver_id === b.approver_id && a.role_id === b.role_id;
