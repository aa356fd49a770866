import type { PlanFeature } from "../../kernel/access";

/** Approvers of request families without budgets. */
export const approverKindsWithoutBudget = ["manager", "head", "role", "user"] as const;
export const approverKinds = ["manager", "head", "budget_owner", "role", "user"] as const;
export type ApproverKind = (typeof approverKinds)[number];
export type Approver =
  | { by: "manager" }
  /** Head of the requester's department, or of the nearest parent department whose head is not the requester. */
  | { by: "head" }
  /** Owner of the budget that is charged: that of the requester's department. */
  | { by: "budget_owner" }
  | { by: "role"; role_id: number }
  | { by: "user"; user_id: number };

export interface ChainCondition {
  /** Types within the request family: `purchase`, or the id of a leave type or template as text. */
  types?: readonly string[];
  /** Inclusive bounds as decimal text, in the tenant's currency unless `currency` is set. */
  from_amount?: string;
  to_amount?: string;
  currency?: string;
  /** Inclusive bounds for the cost, always in the tenant's currency. */
  from_cost?: string;
  to_cost?: string;
  department_ids?: readonly number[];
  /** Matches only requests that exceed the department's remaining budget. */
  over_budget?: true;
  /** Matches only while the tenant's plan includes the feature. */
  feature?: PlanFeature;
}

export interface ChainRule {
  id: number;
  when: ChainCondition;
  steps: readonly Approver[];
}

export interface ChainSubject {
  requester_id: number;
  department_id: number | null;
  type: string;
  /** Amount in the tenant's currency; null for requests without an amount. */
  amount: string | null;
  /** The same amount in other currencies for which a rate is available. */
  amounts?: Readonly<Record<string, string>>;
  /** Cost in the tenant's currency; null if unknown, undefined for families without costs. */
  cost?: string | null;
  /** Whether the request exceeds the department's remaining budget; undefined for families without budgets. */
  over_budget?: boolean;
  /** Year of the budget that is charged; null or undefined for the current year. */
  budget_year?: number | null;
}

interface ChainPerson {
  parent_id: number | null;
  active: boolean;
  entitled: boolean;
  away: boolean;
  /** Users to whom this person's decisions are delegated today. Users who are on leave and the requester are not included. */
  stand_ins: readonly number[];
}

/** Reporting lines and availability at this moment. */
export interface ChainPeople {
  /** Returns undefined for an unknown id. `entitled` in the result means that the user may approve requests of this family. */
  find(id: number): ChainPerson | undefined;
  /** Whether a user other than the requester and those in `except` holds the role and may approve requests of this family. */
  isStaffed(roleId: number, except?: ReadonlySet<number>): boolean;
  administrator_role_id: number;
  /** Heads of the requester's department and its parents, nearest first, without the requester. */
  heads: readonly number[];
  /** Owner of the budget that is charged; null without a budget or an owner. */
  budget_owner: number | null;
}

export interface ChainStep {
  rule_id: number | null;
  by: ApproverKind;
  approver_id: number | null;
  role_id: number | null;
  /**
   * Why the step has this approver:
   * - `rule`: as configured
   * - `upward`: the intended approver has left or is the requester, so a manager above decides
   * - `away`: the intended approver is on leave without a delegate, so a manager above decides
   * - `absent`: the intended approver is on leave, and no delegate or manager is available, so the step waits
   * - `no_right`: the intended approver may not approve such requests
   * - `administrators`: there is no manager above
   * - `four_eyes`: moved to a user who decides no other step of the request
   * - `alone`: decided by a user of another step because no one else is available
   * - `same_person`: two consecutive steps of the rule that have the same approver, decided once
   */
  route: "rule" | "upward" | "away" | "absent" | "no_right" | "administrators" | "four_eyes" | "alone" | "same_person";
  /** The originally intended approver, if the step is routed to another user. */
  meant_id: number | null;
}

/**
 * Plans the approval chain of a request. It is never empty, requesters do not decide their own requests, and no approver decides two
 * consecutive steps. With `keepsRepeats`, such steps are kept for `applyFourEyes`, which moves the second one to another user. Without a rule, the manager decides. Only the first step considers current leave; `resolveApprover` handles later
 * steps when they become current.
 */
export function planApprovalChain(
  subject: ChainSubject,
  rule: ChainRule | undefined,
  people: ChainPeople,
  { keepsRepeats = false }: { keepsRepeats?: boolean } = {},
): ChainStep[] {
  const steps = (rule?.steps.length ? rule.steps : [{ by: "manager" } as const]).map((approver) =>
    stepFor(subject.requester_id, approver, rule?.id ?? null, people),
  );
  const [first, ...later] = steps as [ChainStep, ...ChainStep[]];
  const chain = [resolveApprover(first, subject.requester_id, people), ...later];
  return keepsRepeats ? chain : withoutRepeats(chain);
}

/** Routes that are shown as more important, or that families compare. */
const routesKeptInMerges: readonly ChainStep["route"][] = ["alone", "absent", "administrators"];

/** Merges consecutive steps with the same approver and notes it in the route, unless the route has to keep another reason. */
function withoutRepeats<Step extends ChainStep>(chain: readonly Step[]): Step[] {
  const steps: Step[] = [];
  for (const step of chain) {
    const previous = steps.at(-1);
    if (!previous || !isSame(step, previous)) steps.push(step);
    else if (!routesKeptInMerges.includes(previous.route)) steps.splice(-1, 1, { ...previous, route: "same_person" });
  }
  return steps;
}

function stepFor(requesterId: number, approver: Approver, rule_id: number | null, people: ChainPeople): ChainStep {
  const { by } = approver;
  if (by === "role")
    return { rule_id, by, approver_id: null, role_id: approver.role_id, route: "rule", meant_id: null };
  const intendedId = intendedApprover(requesterId, approver, people);
  const approver_id = findAvailableApprover(intendedId, requesterId, people);
  if (approver_id === null) return { rule_id, by, ...administrators(people), meant_id: knownId(intendedId, people) };
  if (approver_id === intendedId) return { rule_id, by, approver_id, role_id: null, route: "rule", meant_id: null };
  return {
    rule_id,
    by,
    approver_id,
    role_id: null,
    route: skipReason(intendedId, requesterId, people),
    meant_id: knownId(intendedId, people),
  };
}

function intendedApprover(
  requesterId: number,
  approver: Exclude<Approver, { by: "role" }>,
  people: ChainPeople,
): number | null {
  if (approver.by === "user") return approver.user_id;
  if (approver.by === "manager") return people.find(requesterId)?.parent_id ?? null;
  if (approver.by === "budget_owner") return people.budget_owner;
  // Skips heads who have left, unless all of them have left.
  return people.heads.find((id) => people.find(id)?.active) ?? people.heads[0] ?? null;
}

/** Whether a step without a named approver fell back to the administrators; families can define their own fallback. */
export const isFallbackToAdministrators = ({ by, route }: Pick<ChainStep, "by" | "route">): boolean =>
  (by === "manager" || by === "head" || by === "budget_owner") && route === "administrators";

/** Whether the user is on leave without an available delegate. `involved` contains users who decided another step. */
const isUncovered = (person: ChainPerson, involved: ReadonlySet<number>): boolean =>
  person.away && person.stand_ins.every((id) => involved.has(id));

function skipReason(id: number | null, requesterId: number, people: ChainPeople): ChainStep["route"] {
  const person = id === null ? undefined : people.find(id);
  if (!person?.active || id === requesterId) return "upward";
  return person.entitled ? "away" : "no_right";
}

type StepAssignment = Pick<ChainStep, "approver_id" | "role_id" | "route" | "meant_id">;

const noUsers: ReadonlySet<number> = new Set();

/**
 * Resolves the approver of a step when it becomes current. Users who are on leave, have left or are the requester are replaced by a manager
 * above. A role without holders is replaced by the administrators. Absence alone never leads to the administrators: if no manager is
 * available, the step waits for the absent user.
 * @param involved users who decided another step and may decide this one only if no one else is available.
 */
export function resolveApprover<Step extends StepAssignment>(
  step: Step,
  requesterId: number,
  people: ChainPeople,
  involved: ReadonlySet<number> = noUsers,
): Step {
  const routedStep = routeStep(step, requesterId, people, { except: noUsers, involved, atWork: true });
  return excludeInvolved(routedStep, requesterId, people, involved, true);
}

export function applyFourEyes<Step extends ChainStep>(
  chain: readonly Step[],
  requesterId: number,
  people: ChainPeople,
): Step[] {
  const involved = new Set<number>();
  const steps = chain.map((step) => {
    const other = excludeInvolved(step, requesterId, people, involved, false);
    if (other.approver_id !== null) involved.add(other.approver_id);
    return other;
  });
  // A step without another approver is merged into the one before, which names it.
  const isRepeated = (at: number) => {
    const [step, next] = [steps[at], steps[at + 1]];
    return step !== undefined && next !== undefined && next.route === "alone" && isSame(step, next);
  };
  return withoutRepeats(steps.map((step, at) => (isRepeated(at) ? { ...step, route: "alone" } : step)));
}

/**
 * Moves the step to a user who decided no other step. The step stays unchanged if such a user can already decide it, or if there is none.
 */
function excludeInvolved<Step extends StepAssignment>(
  step: Step,
  requesterId: number,
  people: ChainPeople,
  involved: ReadonlySet<number>,
  atWork: boolean,
): Step {
  const isOpenTo = ({ approver_id, role_id }: StepAssignment, except: ReadonlySet<number>) =>
    approver_id === null ? people.isStaffed(role_id as number, except) : !except.has(approver_id);
  if (isOpenTo(step, involved) || !isOpenTo(step, noUsers)) return step;
  const other = routeStep(step, requesterId, people, { except: involved, involved, atWork });
  return isOpenTo(other, involved) ? { ...other, route: "four_eyes" } : { ...step, route: "alone" };
}

interface ApproverSearch {
  except: ReadonlySet<number>;
  involved: ReadonlySet<number>;
  atWork: boolean;
}

function routeStep<Step extends StepAssignment>(
  step: Step,
  requesterId: number,
  people: ChainPeople,
  search: ApproverSearch,
): Step {
  if (step.approver_id === null) {
    const stays = step.role_id === null || step.role_id === people.administrator_role_id;
    return stays || people.isStaffed(step.role_id as number, search.except)
      ? step
      : { ...step, ...administrators(people) };
  }
  const availableId = findAvailableApprover(step.approver_id, requesterId, people, search);
  if (availableId === null && search.atWork) return waitForAbsent(step, requesterId, people, search);
  return availableId === step.approver_id ? step : reassignStep(step, availableId, requesterId, people);
}

/** If no candidate is at work, the step waits for the absent user instead of moving. */
function waitForAbsent<Step extends StepAssignment>(
  step: Step,
  requesterId: number,
  people: ChainPeople,
  search: ApproverSearch,
): Step {
  const absent = findAvailableApprover(step.approver_id, requesterId, people, { ...search, atWork: false });
  if (absent !== null && absent === step.approver_id) return { ...step, route: "absent" };
  return reassignStep(step, absent, requesterId, people);
}

/** Moves the step to a manager above, or to the administrators. `meant_id` is the last user skipped because of leave. */
function reassignStep<Step extends StepAssignment>(
  step: Step,
  to: number | null,
  requesterId: number,
  people: ChainPeople,
): Step {
  const first = step.meant_id ?? step.approver_id;
  if (to === null) return { ...step, ...administrators(people), meant_id: first };
  const route = skipReason(step.approver_id, requesterId, people);
  const meant_id = route === "away" && step.route !== "away" ? step.approver_id : first;
  return { ...step, approver_id: to, route, meant_id };
}

const administrators = ({ administrator_role_id }: ChainPeople) =>
  ({ approver_id: null, role_id: administrator_role_id, route: "administrators" }) as const;

const knownId = (id: number | null, people: ChainPeople) => (id !== null && people.find(id) ? id : null);

/**
 * Finds the intended approver or the nearest manager above who is active, may approve, and is neither the requester nor in `except`. With
 * `atWork`, users on leave without an available delegate are skipped too. Returns null if there is no such user, or if the managers
 * form a cycle.
 */
export function findAvailableApprover(
  intendedId: number | null,
  requesterId: number,
  people: ChainPeople,
  { atWork = false, except = noUsers, involved = noUsers }: Partial<ApproverSearch> = {},
): number | null {
  const visitedIds = new Set<number>();
  for (let id = intendedId; id !== null && !visitedIds.has(id); ) {
    const person = people.find(id);
    const free = id !== requesterId && !except.has(id) && !(atWork && person && isUncovered(person, involved));
    if (person?.active && person.entitled && free) return id;
    visitedIds.add(id);
    id = person?.parent_id ?? null;
  }
  return null;
}

const isSame = (a: ChainStep, b: ChainStep) => a.approver_id === b.approver_id && a.role_id === b.role_id;
