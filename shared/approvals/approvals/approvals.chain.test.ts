import fc from "fast-check";
import { compareAmounts } from "../../kernel/money";
import {
  type Approver,
  type ChainPeople,
  type ChainRule,
  type ChainStep,
  isFallbackToAdministrators,
  resolveApprover,
  planApprovalChain,
  applyFourEyes,
} from "./approvals.chain.rules";
import { firstMatchingRule } from "./approvals.matching.rules";

const administrators = 99;
const hr = 50;

function people(
  parents: Record<number, number | null>,
  inactive: readonly number[] = [],
  away: readonly number[] = [],
  empty: readonly number[] = [],
  unentitled: readonly number[] = [],
  heads: readonly number[] = [],
  standIns: Record<number, readonly number[]> = {},
  budget_owner: number | null = null,
): ChainPeople {
  return {
    find: (id) =>
      id in parents
        ? {
            parent_id: parents[id] ?? null,
            active: !inactive.includes(id),
            entitled: !unentitled.includes(id),
            away: away.includes(id),
            stand_ins: standIns[id] ?? [],
          }
        : undefined,
    // Users 61 and 62 hold the roles and manage no one.
    isStaffed: (role, except = new Set()) => !empty.includes(role) && [61, 62].some((id) => !except.has(id)),
    administrator_role_id: administrators,
    heads,
    budget_owner,
  };
}
const rule = (...steps: Approver[]): ChainRule => ({ id: 7, when: {}, steps });
const subject = (requester_id: number) => ({ requester_id, department_id: 3, type: "purchase", amount: "100.00" });
const deciders = (steps: ReturnType<typeof planApprovalChain>) =>
  steps.map((step) => step.approver_id ?? `role ${step.role_id}`);

const family = people({ 1: null, 2: 1, 3: 2, 4: 3 });

test("without a rule the manager decides", () => {
  expect(planApprovalChain(subject(4), undefined, family)).toEqual([
    { rule_id: null, by: "manager", approver_id: 3, role_id: null, route: "rule", meant_id: null },
  ]);
});

test("steps keep the order of the rule, even if a role precedes the manager", () => {
  const steps = planApprovalChain(
    subject(4),
    rule({ by: "role", role_id: hr }, { by: "manager" }, { by: "user", user_id: 1 }),
    family,
  );
  expect(deciders(steps)).toEqual([`role ${hr}`, 3, 1]);
});

test("missing and inactive approvers and the requester are skipped upward", () => {
  expect(
    deciders(planApprovalChain(subject(4), rule({ by: "manager" }), people({ 1: null, 2: 1, 3: 2, 4: 3 }, [3]))),
  ).toEqual([2]);
  expect(deciders(planApprovalChain(subject(3), rule({ by: "user", user_id: 3 }), family))).toEqual([2]);
  expect(planApprovalChain(subject(3), rule({ by: "user", user_id: 3 }), family)[0]?.route).toBe("upward");
});

describe("head of department step", () => {
  const company = { 1: null, 2: 1, 3: 2, 4: 3, 8: 1, 9: 8 };
  const head = rule({ by: "head" });
  const led = (heads: number[], inactive: number[] = [], unentitled: number[] = []) =>
    people(company, inactive, [], [], unentitled, heads);

  test("the nearest department head decides; heads who have left are skipped", () => {
    expect(planApprovalChain(subject(4), head, led([9, 8]))).toEqual([
      { rule_id: 7, by: "head", approver_id: 9, role_id: null, route: "rule", meant_id: null },
    ]);
    expect(planApprovalChain(subject(4), head, led([9, 8], [9]))).toMatchObject([{ approver_id: 8, route: "rule" }]);
  });

  test("department heads who may not approve are skipped upward", () => {
    expect(planApprovalChain(subject(4), head, led([9], [], [9]))).toMatchObject([
      { approver_id: 8, route: "no_right", meant_id: 9 },
    ]);
    expect(planApprovalChain(subject(4), head, led([9, 8], [9, 8]))).toMatchObject([{ approver_id: 1, meant_id: 9 }]);
    expect(planApprovalChain(subject(4), head, led([]))).toMatchObject([
      { role_id: administrators, route: "administrators" },
    ]);
  });
});

describe("budget owner step", () => {
  const company = { 1: null, 3: 1, 4: 3, 8: 1, 9: 8 };
  const owned = (owner: number | null, inactive: number[] = [], away: number[] = [], unentitled: number[] = []) =>
    planApprovalChain(
      subject(4),
      rule({ by: "budget_owner" }),
      people(company, inactive, away, [], unentitled, [3], {}, owner),
    );

  test("the owner decides; without an owner the administrators do", () => {
    expect(owned(9)).toEqual([
      { rule_id: 7, by: "budget_owner", approver_id: 9, role_id: null, route: "rule", meant_id: null },
    ]);
    const [step] = owned(null);
    expect(step).toMatchObject({ role_id: administrators, route: "administrators", meant_id: null });
    expect(isFallbackToAdministrators(step as ChainStep)).toBe(true);
  });

  test("a manager above decides for an owner who can't", () => {
    expect(owned(4)).toMatchObject([{ approver_id: 3, route: "upward", meant_id: 4 }]);
    expect(owned(9, [9])).toMatchObject([{ approver_id: 8, route: "upward", meant_id: 9 }]);
    expect(owned(9, [], [9])).toMatchObject([{ approver_id: 8, route: "away", meant_id: 9 }]);
    expect(owned(9, [], [], [9])).toMatchObject([{ approver_id: 8, route: "no_right", meant_id: 9 }]);
  });
});

test("an approver without the permission is skipped upward with route no_right", () => {
  const chain = (unentitled: number[]) =>
    planApprovalChain(
      subject(4),
      rule({ by: "manager" }),
      people({ 1: null, 2: 1, 3: 2, 4: 3 }, [], [], [], unentitled),
    );
  expect(chain([3])).toMatchObject([{ approver_id: 2, route: "no_right", meant_id: 3 }]);
  expect(chain([3, 2, 1])).toMatchObject([{ role_id: administrators, route: "administrators", meant_id: 3 }]);
});

describe("approvers on leave", () => {
  const chain = (away: number[], ...steps: Approver[]) =>
    planApprovalChain(subject(4), rule(...steps), people({ 1: null, 2: 1, 3: 2, 4: 3 }, [], away));

  test("an absent manager is skipped upward and recorded as the intended approver", () => {
    expect(chain([3], { by: "manager" })).toEqual([
      { rule_id: 7, by: "manager", approver_id: 2, role_id: null, route: "away", meant_id: 3 },
    ]);
    expect(deciders(chain([3, 2], { by: "manager" }))).toEqual([1]);
  });

  test("the step waits when all managers above are on leave too", () => {
    expect(chain([3, 2, 1], { by: "manager" })).toEqual([
      { rule_id: 7, by: "manager", approver_id: 3, role_id: null, route: "absent", meant_id: null },
    ]);
  });

  test("the step waits for an absent approver who has no manager", () => {
    expect(chain([1], { by: "user", user_id: 1 })).toMatchObject([{ approver_id: 1, route: "absent" }]);
  });

  test("a departed approver is replaced by an absent manager or the administrators", () => {
    const company = people({ 1: null, 2: 1, 3: 2, 4: 3 }, [2], [1]);
    expect(planApprovalChain(subject(4), rule({ by: "user", user_id: 2 }), company)).toMatchObject([
      { approver_id: 1, route: "absent" },
    ]);
    const inactivePeople = people({ 1: null, 2: 1, 3: 2, 4: 3 }, [1, 2], []);
    expect(planApprovalChain(subject(4), rule({ by: "user", user_id: 2 }), inactivePeople)).toMatchObject([
      { role_id: administrators, route: "administrators" },
    ]);
  });

  test("an absent approver keeps the step if a delegate decides no other step", () => {
    const company = people({ 1: null, 2: 1, 3: 2, 4: 3 }, [], [3], [], [], [], { 3: [77] });
    const [step] = planApprovalChain(subject(4), rule({ by: "manager" }), company) as [ChainStep];
    expect(step).toMatchObject({ approver_id: 3, route: "rule" });
    expect(resolveApprover(step, 4, company, new Set([77]))).toMatchObject({
      approver_id: 2,
      route: "away",
      meant_id: 3,
    });
  });

  test("an approver's leave affects a later step when the step becomes current", () => {
    const steps = chain([1], { by: "manager" }, { by: "user", user_id: 1 });
    expect(deciders(steps)).toEqual([3, 1]);
    expect(resolveApprover(steps[1] as ChainStep, 4, people({ 1: 2, 2: null, 3: 2, 4: 3 }, [], [1]))).toMatchObject({
      approver_id: 2,
      route: "away",
      meant_id: 1,
    });
  });

  test("after two skips meant_id still names the first intended approver", () => {
    const [step] = chain([3], { by: "manager" });
    expect(resolveApprover(step as ChainStep, 4, people({ 1: null, 2: 1, 3: 2, 4: 3 }, [2]))).toMatchObject({
      approver_id: 1,
      route: "upward",
      meant_id: 3,
    });
  });
});

test("a role without holders goes to the administrators", () => {
  const peopleWithoutRole = people({ 1: null, 2: 1, 3: 2, 4: 3 }, [], [], [hr]);
  expect(planApprovalChain(subject(4), rule({ by: "role", role_id: hr }), peopleWithoutRole)[0]).toMatchObject({
    role_id: administrators,
    route: "administrators",
  });
});

test("a step of the administrators stays unchanged if the role has no holders", () => {
  const none = people({ 1: null, 4: 1 }, [], [], [administrators]);
  const [theirs] = planApprovalChain(subject(4), rule({ by: "role", role_id: administrators }), none);
  expect(theirs).toMatchObject({ role_id: administrators, route: "rule" });
  const nobodys: ChainStep = {
    rule_id: 7,
    by: "role",
    approver_id: null,
    role_id: null,
    route: "rule",
    meant_id: null,
  };
  expect(resolveApprover(nobodys, 4, none)).toEqual(nobodys);
});

test("without a manager the step goes to the administrators", () => {
  expect(planApprovalChain(subject(1), rule({ by: "manager" }), family)).toEqual([
    { rule_id: 7, by: "manager", approver_id: null, role_id: administrators, route: "administrators", meant_id: null },
  ]);
  expect(deciders(planApprovalChain(subject(4), rule({ by: "user", user_id: 404 }), family))).toEqual([
    `role ${administrators}`,
  ]);
});

test("managers in a cycle end with a step for the administrators", () => {
  const circle = people({ 1: 2, 2: 1, 3: 1 }, [1, 2]);
  expect(deciders(planApprovalChain(subject(3), rule({ by: "manager" }), circle))).toEqual([`role ${administrators}`]);
});

test("merged steps say so, unless an absence or a missing approver is more important", () => {
  const merged = (company: ChainPeople, ...steps: Approver[]) => planApprovalChain(subject(4), rule(...steps), company);
  const user = (user_id: number): Approver => ({ by: "user", user_id });
  const role: Approver = { by: "role", role_id: hr };
  expect(merged(family, { by: "manager" }, user(3))).toMatchObject([{ approver_id: 3, route: "same_person" }]);
  expect(merged(family, role, role, user(1))).toMatchObject([{ role_id: hr, route: "same_person" }, { route: "rule" }]);
  expect(merged(family, user(3), user(1), user(3))).toMatchObject(Array(3).fill({ route: "rule" }));
  const away = people({ 3: null, 4: 3 }, [], [3]);
  expect(merged(away, { by: "manager" }, user(3))).toMatchObject([{ approver_id: 3, route: "absent" }]);
  expect(merged(family, user(404), user(404))).toMatchObject([{ route: "administrators" }]);
});

test("no approver decides two consecutive steps", () => {
  expect(
    deciders(
      planApprovalChain(
        subject(4),
        rule({ by: "manager" }, { by: "user", user_id: 3 }, { by: "user", user_id: 1 }),
        family,
      ),
    ),
  ).toEqual([3, 1]);
});

describe("separation of duties", () => {
  const chain = (company: ChainPeople, ...steps: Approver[]) =>
    applyFourEyes(planApprovalChain(subject(4), rule(...steps), company), 4, company);
  const user = (user_id: number): Approver => ({ by: "user", user_id });

  test("an approver of an earlier step is skipped upward with route four_eyes", () => {
    expect(chain(family, { by: "manager" }, { by: "role", role_id: hr }, user(3))).toMatchObject([
      { approver_id: 3, route: "rule" },
      { role_id: hr, route: "rule" },
      { approver_id: 2, route: "four_eyes", meant_id: 3 },
    ]);
    expect(deciders(chain(family, user(3), user(2), user(3)))).toEqual([3, 2, 1]);
  });

  test("two consecutive steps of one user are decided by two users", () => {
    const two = (company: ChainPeople, ...steps: Approver[]) =>
      applyFourEyes(planApprovalChain(subject(4), rule(...steps), company, { keepsRepeats: true }), 4, company);
    expect(two(family, { by: "manager" }, user(3))).toMatchObject([
      { approver_id: 3, route: "rule" },
      { approver_id: 2, route: "four_eyes", meant_id: 3 },
    ]);
    const none = people({ 1: null, 4: 1 }, [], [], [administrators]);
    expect(two(none, { by: "manager" }, user(1))).toMatchObject([{ approver_id: 1, route: "alone" }]);
  });

  test("a repeated approver without a manager is replaced by the administrators", () => {
    expect(chain(family, user(1), user(3), user(1))).toMatchObject([
      { approver_id: 1 },
      { approver_id: 3 },
      { role_id: administrators, route: "four_eyes", meant_id: 1 },
    ]);
    const none = people({ 1: null, 2: 1, 3: 2, 4: 3 }, [], [], [administrators]);
    expect(chain(none, user(1), user(3), user(1))[2]).toMatchObject({ approver_id: 1, route: "alone" });
  });

  test("a role step stays unchanged while another user holds the role", () => {
    const step: ChainStep = {
      rule_id: null,
      by: "role",
      approver_id: null,
      role_id: hr,
      route: "rule",
      meant_id: null,
    };
    const after = (company: ChainPeople, ...involved: number[]) => resolveApprover(step, 4, company, new Set(involved));
    expect(after(family, 61)).toEqual(step);
    const outOf = (...ids: number[]): ChainPeople => ({
      ...family,
      isStaffed: (role, except = new Set()) =>
        role === hr ? [61, 62].some((id) => !except.has(id)) : ids.some((id) => !except.has(id)),
    });
    expect(after(outOf(63), 61, 62)).toMatchObject({ role_id: administrators, route: "four_eyes" });
    expect(after(outOf(61), 61, 62)).toEqual({ ...step, route: "alone" });
  });
});

test("the first matching rule applies", () => {
  const rules: ChainRule[] = [
    { id: 1, when: { types: ["payment"] }, steps: [] },
    { id: 2, when: { from_amount: "1000" }, steps: [] },
    { id: 3, when: { department_ids: [3], from_amount: "100" }, steps: [] },
    { id: 4, when: {}, steps: [] },
  ];
  const compare = (a: string, b: string) => Number(a) - Number(b);
  const chosen = (change: object) => firstMatchingRule(rules, { ...subject(4), ...change }, compare)?.id;
  expect([chosen({}), chosen({ amount: "1000.00" }), chosen({ type: "payment" })]).toEqual([3, 2, 1]);
  expect([chosen({ amount: "99.99" }), chosen({ department_id: null }), chosen({ amount: null })]).toEqual([4, 4, 4]);
});

test("amount bounds are inclusive and in the rule's currency", () => {
  const rules: ChainRule[] = [
    { id: 1, when: { to_amount: "99.99" }, steps: [] },
    { id: 2, when: { from_amount: "500", to_amount: "1000", currency: "EUR" }, steps: [] },
    { id: 3, when: {}, steps: [] },
  ];
  const chosen = (amount: string, amounts?: Record<string, string>) =>
    firstMatchingRule(rules, { ...subject(4), amount, amounts }, compareAmounts)?.id;
  expect([chosen("99.99"), chosen("100"), chosen("100", { USD: "700" })]).toEqual([1, 3, 3]);
  expect(["499.99", "500.00", "1000", "1000.01"].map((EUR) => chosen("600", { EUR }))).toEqual([3, 2, 2, 3]);
});

test("cost bounds are inclusive; an unknown cost matches no bound", () => {
  const rules: ChainRule[] = [
    { id: 1, when: { from_cost: "100", to_cost: "200" }, steps: [] },
    { id: 2, when: { from_amount: "4", from_cost: "0" }, steps: [] },
    { id: 3, when: { from_amount: "4", to_cost: "1000" }, steps: [] },
    { id: 4, when: {}, steps: [] },
  ];
  const chosen = (cost: string | null | undefined, amount = "2") =>
    firstMatchingRule(rules, { ...subject(4), amount, cost }, compareAmounts)?.id;
  expect(["99.99", "100", "200.00", "200.01"].map((cost) => chosen(cost))).toEqual([4, 1, 1, 4]);
  expect([chosen("0", "4"), chosen(null, "4"), chosen(undefined, "4")]).toEqual([2, 4, 4]);
});

test("every chain is non-empty and its approvers are active and not the requester", () => {
  const ids = fc.integer({ min: 1, max: 12 });
  const approvers: fc.Arbitrary<Approver> = fc.oneof(
    fc.constant({ by: "manager" } as const),
    fc.record({ by: fc.constant("role" as const), role_id: fc.constantFrom(hr, 51) }),
    fc.record({ by: fc.constant("user" as const), user_id: ids }),
  );
  fc.assert(
    fc.property(
      fc.array(fc.option(ids), { minLength: 12, maxLength: 12 }),
      fc.uniqueArray(ids),
      fc.uniqueArray(ids),
      fc.array(approvers, { maxLength: 5 }),
      ids,
      (parents, inactive, away, steps, requester) => {
        const company = people(Object.fromEntries(parents.map((parent, at) => [at + 1, parent])), inactive, away);
        const plain = planApprovalChain(subject(requester), rule(...steps), company);
        const chain = applyFourEyes(plain, requester, company);
        const approverIds = chain.flatMap(({ approver_id, route }) => (route === "alone" ? [] : (approver_id ?? [])));
        expect(new Set(approverIds).size).toBe(approverIds.length);
        expect(chain.length).toBeGreaterThan(0);
        for (const step of chain) {
          expect((step.approver_id === null) === (step.role_id !== null)).toBe(true);
          expect(step.approver_id).not.toBe(requester);
          if (step.approver_id !== null) expect(company.find(step.approver_id)?.active).toBe(true);
          const now = resolveApprover(step, requester, company);
          expect(now.approver_id).not.toBe(requester);
          if (now.approver_id !== null)
            expect(company.find(now.approver_id)).toMatchObject({ active: true, away: now.route === "absent" });
          expect(resolveApprover(now, requester, company)).toEqual(now);
        }
      },
    ),
  );
});
