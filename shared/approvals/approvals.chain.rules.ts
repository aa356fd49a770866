import type { PlanFeature } from "../kernel/plan-features";

/** Who a step can be said to belong to: the requester's manager, the head of their department, a role, someone in person. */
export const approverKinds = ["manager", "head", "role", "user"] as const;
export type ApproverKind = (typeof approverKinds)[number];
export type Approver =
  | { by: "manager" }
  /** Of the requester's department, or of the nearest above it that has one who isn't the requester. */
  | { by: "head" }
  | { by: "role"; role_id: number }
  | { by: "user"; user_id: number };

/** What a rule asks of a request. What isn't named is anything. */
export interface ChainCondition {
  /** Types of the family, e.g. `purchase`, or the id of a leave type or template as text. */
  types?: readonly string[];
  /** With decimals as text, both included. Without a currency they are in the tenant's own. */
  from_amount?: string;
  to_amount?: string;
  currency?: string;
  /** The same of what it costs, always in the tenant's own currency. */
  from_cost?: string;
  to_cost?: string;
  department_ids?: readonly number[];
  /** Only while the tenant's plan has it. */
  feature?: PlanFeature;
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
  /** In the tenant's currency; null where a request has none. */
  amount: string | null;
  /** The same in other currencies, as far as rates are known. */
  amounts?: Readonly<Record<string, string>>;
  /** In the tenant's currency; null where nobody knows, left out where a family has none. */
  cost?: string | null;
}

interface ChainPerson {
  parent_id: number | null;
  active: boolean;
  entitled: boolean;
  away: boolean;
}

/** How people stand to one another at this moment. */
export interface ChainPeople {
  /**
   * Undefined for who isn't there. `entitled`: may approve such requests. `away`: on leave today, and nobody decides in
   * their name.
   */
  find(id: number): ChainPerson | undefined;
  /** Whether anybody beside the requester and `except` holds a role and may approve such requests. */
  isStaffed(roleId: number, except?: ReadonlySet<number>): boolean;
  administrator_role_id: number;
  /** Who leads the requester's department and those above it, the nearest first, without the requester. */
  heads: readonly number[];
}

/** A step with who decides it: one person, or whoever holds the role at the time. */
export interface ChainStep {
  rule_id: number | null;
  by: ApproverKind;
  approver_id: number | null;
  role_id: number | null;
  /**
   * How it came to them: as the rule says · upward, since who was meant isn't there or asks themself · upward, since they
   * are on leave and nobody decides in their name · upward, since they may not approve such requests · to the
   * administrators, since nobody is above · to somebody who decides no other step of the request · to somebody who does,
   * since nobody else is there.
   */
  route: "rule" | "upward" | "away" | "no_right" | "administrators" | "four_eyes" | "alone";
  /** Who was meant, where somebody else is asked. */
  meant_id: number | null;
}

/**
 * The chain of a request: never empty, nobody decides their own, and nobody is asked twice in a row. Without a rule the
 * manager decides. Only the first step looks at who is on leave today: the others are asked later (`asked`).
 */
export function chainOf(subject: ChainSubject, rule: ChainRule | undefined, people: ChainPeople): ChainStep[] {
  const steps = (rule?.steps.length ? rule.steps : [{ by: "manager" } as const]).map((approver) =>
    stepFor(subject.requester_id, approver, rule?.id ?? null, people),
  );
  const [first, ...later] = steps as [ChainStep, ...ChainStep[]];
  const chain = [asked(first, subject.requester_id, people), ...later];
  return withoutRepeats(chain);
}

const withoutRepeats = <Step extends ChainStep>(chain: readonly Step[]): Step[] =>
  chain.filter((step, at) => at === 0 || !isSame(step, chain[at - 1] as Step));

function stepFor(requesterId: number, approver: Approver, rule_id: number | null, people: ChainPeople): ChainStep {
  const { by } = approver;
  if (by === "role")
    return { rule_id, by, approver_id: null, role_id: approver.role_id, route: "rule", meant_id: null };
  const meant = meantBy(requesterId, approver, people);
  const approver_id = present(meant, requesterId, people);
  if (approver_id === null) return { rule_id, by, ...administrators(people), meant_id: known(meant, people) };
  if (approver_id === meant) return { rule_id, by, approver_id, role_id: null, route: "rule", meant_id: null };
  return {
    rule_id,
    by,
    approver_id,
    role_id: null,
    route: whyNot(meant, requesterId, people),
    meant_id: known(meant, people),
  };
}

function meantBy(requesterId: number, approver: Exclude<Approver, { by: "role" }>, people: ChainPeople): number | null {
  if (approver.by === "user") return approver.user_id;
  if (approver.by === "manager") return people.find(requesterId)?.parent_id ?? null;
  // Who has left leads nobody any more.
  return people.heads.find((id) => people.find(id)?.active) ?? people.heads[0] ?? null;
}

/** Whether a step is asked of nobody in particular, for want of anybody above: families have their own for that. */
export const isAstray = ({ by, route }: Pick<ChainStep, "by" | "route">): boolean =>
  (by === "manager" || by === "head") && route === "administrators";

/** Why somebody is passed over. */
function whyNot(id: number | null, requesterId: number, people: ChainPeople): ChainStep["route"] {
  const person = id === null ? undefined : people.find(id);
  if (!person?.active || id === requesterId) return "upward";
  return person.entitled ? "away" : "no_right";
}

type Way = Pick<ChainStep, "approver_id" | "role_id" | "route" | "meant_id">;

const nobody: ReadonlySet<number> = new Set();

/**
 * Who a step really goes to at the moment when it is asked: whoever is on leave, has left or asks themself is passed
 * over upward, and a role that nobody holds is the administrators' to decide.
 * @param involved who has decided another step, and decides no second one unless nobody else is there.
 */
export function asked<Step extends Way>(
  step: Step,
  requesterId: number,
  people: ChainPeople,
  involved: ReadonlySet<number> = nobody,
): Step {
  return apart(routed(step, requesterId, people, nobody, true), requesterId, people, involved, true);
}

/** A chain in which nobody is asked for a second step, as far as people are named: the others are known when they decide. */
export function fourEyed<Step extends ChainStep>(
  chain: readonly Step[],
  requesterId: number,
  people: ChainPeople,
): Step[] {
  const involved = new Set<number>();
  const steps = chain.map((step) => {
    const other = apart(step, requesterId, people, involved, false);
    if (other.approver_id !== null) involved.add(other.approver_id);
    return other;
  });
  return withoutRepeats(steps);
}

/** The step for somebody who isn't involved; as it is where somebody is left to decide it, or nobody at all. */
function apart<Step extends Way>(
  step: Step,
  requesterId: number,
  people: ChainPeople,
  involved: ReadonlySet<number>,
  atWork: boolean,
): Step {
  const isOpenTo = ({ approver_id, role_id }: Way, except: ReadonlySet<number>) =>
    approver_id === null ? people.isStaffed(role_id as number, except) : !except.has(approver_id);
  if (isOpenTo(step, involved) || !isOpenTo(step, nobody)) return step;
  const other = routed(step, requesterId, people, involved, atWork);
  return isOpenTo(other, involved) ? { ...other, route: "four_eyes" } : { ...step, route: "alone" };
}

function routed<Step extends Way>(
  step: Step,
  requesterId: number,
  people: ChainPeople,
  except: ReadonlySet<number>,
  atWork: boolean,
): Step {
  if (step.approver_id === null) {
    const stays = step.role_id === null || step.role_id === people.administrator_role_id;
    return stays || people.isStaffed(step.role_id as number, except) ? step : { ...step, ...administrators(people) };
  }
  const meant_id = step.meant_id ?? step.approver_id;
  const there = present(step.approver_id, requesterId, people, { atWork, except });
  if (there === step.approver_id) return step;
  if (there === null) return { ...step, ...administrators(people), meant_id };
  return { ...step, approver_id: there, route: whyNot(step.approver_id, requesterId, people), meant_id };
}

const administrators = ({ administrator_role_id }: ChainPeople) =>
  ({ approver_id: null, role_id: administrator_role_id, route: "administrators" }) as const;

const known = (id: number | null, people: ChainPeople) => (id !== null && people.find(id) ? id : null);

/**
 * Who is meant, or the next one above who is there, may approve and isn't the requester nor one of `except`; with
 * `atWork`, nor on leave. Null when nobody is, also where managers form a circle.
 */
export function present(
  meant: number | null,
  requesterId: number,
  people: ChainPeople,
  { atWork = false, except = nobody }: { atWork?: boolean; except?: ReadonlySet<number> } = {},
): number | null {
  const seen = new Set<number>();
  for (let id = meant; id !== null && !seen.has(id); ) {
    const person = people.find(id);
    const free = id !== requesterId && !except.has(id) && !(atWork && person?.away);
    if (person?.active && person.entitled && free) return id;
    seen.add(id);
    id = person?.parent_id ?? null;
  }
  return null;
}

const isSame = (a: ChainStep, b: ChainStep) => a.approver_id === b.approver_id && a.role_id === b.role_id;
