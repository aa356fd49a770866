import fc from "fast-check";
import { compareAmounts } from "../kernel/money";
import {
  type Approver,
  type ChainPeople,
  type ChainRule,
  type ChainStep,
  asked,
  chainOf,
  fourEyed,
} from "./approvals.chain.rules";
import { ruleFor } from "./approvals.fitting.rules";

const administrators = 99;
const hr = 50;

/** Parent by id. */
function people(
  parents: Record<number, number | null>,
  inactive: readonly number[] = [],
  away: readonly number[] = [],
  empty: readonly number[] = [],
  unentitled: readonly number[] = [],
  heads: readonly number[] = [],
): ChainPeople {
  return {
    find: (id) =>
      id in parents
        ? {
            parent_id: parents[id] ?? null,
            active: !inactive.includes(id),
            entitled: !unentitled.includes(id),
            away: away.includes(id),
          }
        : undefined,
    // Roles are held by 61 and 62, who are nobody's managers.
    isStaffed: (role, except = new Set()) => !empty.includes(role) && [61, 62].some((id) => !except.has(id)),
    administrator_role_id: administrators,
    heads,
  };
}
const rule = (...steps: Approver[]): ChainRule => ({ id: 7, when: {}, steps });
const subject = (requester_id: number) => ({ requester_id, department_id: 3, type: "purchase", amount: "100.00" });
const deciders = (steps: ReturnType<typeof chainOf>) => steps.map((step) => step.approver_id ?? `role ${step.role_id}`);

const family = people({ 1: null, 2: 1, 3: 2, 4: 3 });

test("without a rule the manager decides", () => {
  expect(chainOf(subject(4), undefined, family)).toEqual([
    { rule_id: null, by: "manager", approver_id: 3, role_id: null, route: "rule", meant_id: null },
  ]);
});

test("steps come in the order of the rule, also a role before the manager", () => {
  const steps = chainOf(
    subject(4),
    rule({ by: "role", role_id: hr }, { by: "manager" }, { by: "user", user_id: 1 }),
    family,
  );
  expect(deciders(steps)).toEqual([`role ${hr}`, 3, 1]);
});

test("who isn't there, who is switched off and who asks themself are skipped upward", () => {
  expect(deciders(chainOf(subject(4), rule({ by: "manager" }), people({ 1: null, 2: 1, 3: 2, 4: 3 }, [3])))).toEqual([
    2,
  ]);
  expect(deciders(chainOf(subject(3), rule({ by: "user", user_id: 3 }), family))).toEqual([2]);
  expect(chainOf(subject(3), rule({ by: "user", user_id: 3 }), family)[0]?.route).toBe("upward");
});

describe("the head of the department", () => {
  const company = { 1: null, 2: 1, 3: 2, 4: 3, 8: 1, 9: 8 };
  const head = rule({ by: "head" });
  const led = (heads: number[], inactive: number[] = [], unentitled: number[] = []) =>
    people(company, inactive, [], [], unentitled, heads);

  test("the nearest decides, and one who has left leads nobody any more", () => {
    expect(chainOf(subject(4), head, led([9, 8]))).toEqual([
      { rule_id: 7, by: "head", approver_id: 9, role_id: null, route: "rule", meant_id: null },
    ]);
    expect(chainOf(subject(4), head, led([9, 8], [9]))).toMatchObject([{ approver_id: 8, route: "rule" }]);
  });

  test("who may not approve is skipped upward from them; nobody leads: the administrators decide", () => {
    expect(chainOf(subject(4), head, led([9], [], [9]))).toMatchObject([
      { approver_id: 8, route: "no_right", meant_id: 9 },
    ]);
    expect(chainOf(subject(4), head, led([9, 8], [9, 8]))).toMatchObject([{ approver_id: 1, meant_id: 9 }]);
    expect(chainOf(subject(4), head, led([]))).toMatchObject([{ role_id: administrators, route: "administrators" }]);
  });
});

test("who may not approve is skipped upward, and it is said why", () => {
  const chain = (unentitled: number[]) =>
    chainOf(subject(4), rule({ by: "manager" }), people({ 1: null, 2: 1, 3: 2, 4: 3 }, [], [], [], unentitled));
  expect(chain([3])).toMatchObject([{ approver_id: 2, route: "no_right", meant_id: 3 }]);
  expect(chain([3, 2, 1])).toMatchObject([{ role_id: administrators, route: "administrators", meant_id: 3 }]);
});

describe("on leave", () => {
  const chain = (away: number[], ...steps: Approver[]) =>
    chainOf(subject(4), rule(...steps), people({ 1: null, 2: 1, 3: 2, 4: 3 }, [], away));

  test("the manager is passed over upward, and it is said in whose place", () => {
    expect(chain([3], { by: "manager" })).toEqual([
      { rule_id: 7, by: "manager", approver_id: 2, role_id: null, route: "away", meant_id: 3 },
    ]);
    expect(deciders(chain([3, 2], { by: "manager" }))).toEqual([1]);
  });

  test("with everybody above on leave as well, the administrators decide", () => {
    expect(chain([3, 2, 1], { by: "manager" })).toEqual([
      { rule_id: 7, by: "manager", approver_id: null, role_id: administrators, route: "administrators", meant_id: 3 },
    ]);
  });

  test("steps to come are looked at when they are asked", () => {
    const steps = chain([1], { by: "manager" }, { by: "user", user_id: 1 });
    expect(deciders(steps)).toEqual([3, 1]);
    expect(asked(steps[1] as ChainStep, 4, people({ 1: 2, 2: null, 3: 2, 4: 3 }, [], [1]))).toMatchObject({
      approver_id: 2,
      route: "away",
      meant_id: 1,
    });
  });

  test("who was passed over to is told in place of the first who was meant", () => {
    const [step] = chain([3], { by: "manager" });
    expect(asked(step as ChainStep, 4, people({ 1: null, 2: 1, 3: 2, 4: 3 }, [2]))).toMatchObject({
      approver_id: 1,
      route: "upward",
      meant_id: 3,
    });
  });
});

test("a role that nobody holds is the administrators' to decide", () => {
  const nobody = people({ 1: null, 2: 1, 3: 2, 4: 3 }, [], [], [hr]);
  expect(chainOf(subject(4), rule({ by: "role", role_id: hr }), nobody)[0]).toMatchObject({
    role_id: administrators,
    route: "administrators",
  });
});

test("a step that is the administrators' by its rule, or nobody's, stays as it is, also where nobody holds the role", () => {
  const none = people({ 1: null, 4: 1 }, [], [], [administrators]);
  const [theirs] = chainOf(subject(4), rule({ by: "role", role_id: administrators }), none);
  expect(theirs).toMatchObject({ role_id: administrators, route: "rule" });
  const nobodys: ChainStep = {
    rule_id: 7,
    by: "role",
    approver_id: null,
    role_id: null,
    route: "rule",
    meant_id: null,
  };
  expect(asked(nobodys, 4, none)).toEqual(nobodys);
});

test("with nobody above it goes to the administrators", () => {
  expect(chainOf(subject(1), rule({ by: "manager" }), family)).toEqual([
    { rule_id: 7, by: "manager", approver_id: null, role_id: administrators, route: "administrators", meant_id: null },
  ]);
  expect(deciders(chainOf(subject(4), rule({ by: "user", user_id: 404 }), family))).toEqual([`role ${administrators}`]);
});

test("managers in a circle don't hang it", () => {
  const circle = people({ 1: 2, 2: 1, 3: 1 }, [1, 2]);
  expect(deciders(chainOf(subject(3), rule({ by: "manager" }), circle))).toEqual([`role ${administrators}`]);
});

test("nobody is asked twice in a row", () => {
  expect(
    deciders(
      chainOf(subject(4), rule({ by: "manager" }, { by: "user", user_id: 3 }, { by: "user", user_id: 1 }), family),
    ),
  ).toEqual([3, 1]);
});

describe("four eyes", () => {
  const chain = (company: ChainPeople, ...steps: Approver[]) =>
    fourEyed(chainOf(subject(4), rule(...steps), company), 4, company);
  const user = (user_id: number): Approver => ({ by: "user", user_id });

  test("whoever is asked before is passed over upward, and it is said in whose place", () => {
    expect(chain(family, { by: "manager" }, { by: "role", role_id: hr }, user(3))).toMatchObject([
      { approver_id: 3, route: "rule" },
      { role_id: hr, route: "rule" },
      { approver_id: 2, route: "four_eyes", meant_id: 3 },
    ]);
    expect(deciders(chain(family, user(3), user(2), user(3)))).toEqual([3, 2, 1]);
  });

  test("with nobody above it goes to the administrators, and to the same person where there are none", () => {
    expect(chain(family, user(1), user(3), user(1))).toMatchObject([
      { approver_id: 1 },
      { approver_id: 3 },
      { role_id: administrators, route: "four_eyes", meant_id: 1 },
    ]);
    const none = people({ 1: null, 2: 1, 3: 2, 4: 3 }, [], [], [administrators]);
    expect(chain(none, user(1), user(3), user(1))[2]).toMatchObject({ approver_id: 1, route: "alone" });
  });

  test("a role stays as long as somebody else holds it", () => {
    const step: ChainStep = {
      rule_id: null,
      by: "role",
      approver_id: null,
      role_id: hr,
      route: "rule",
      meant_id: null,
    };
    const after = (company: ChainPeople, ...involved: number[]) => asked(step, 4, company, new Set(involved));
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

test("the first rule that fits counts", () => {
  const rules: ChainRule[] = [
    { id: 1, when: { types: ["payment"] }, steps: [] },
    { id: 2, when: { from_amount: "1000" }, steps: [] },
    { id: 3, when: { department_ids: [3], from_amount: "100" }, steps: [] },
    { id: 4, when: {}, steps: [] },
  ];
  const compare = (a: string, b: string) => Number(a) - Number(b);
  const chosen = (change: object) => ruleFor(rules, { ...subject(4), ...change }, compare)?.id;
  expect([chosen({}), chosen({ amount: "1000.00" }), chosen({ type: "payment" })]).toEqual([3, 2, 1]);
  expect([chosen({ amount: "99.99" }), chosen({ department_id: null }), chosen({ amount: null })]).toEqual([4, 4, 4]);
});

test("amounts from and to, both included, in the currency of the rule", () => {
  const rules: ChainRule[] = [
    { id: 1, when: { to_amount: "99.99" }, steps: [] },
    { id: 2, when: { from_amount: "500", to_amount: "1000", currency: "EUR" }, steps: [] },
    { id: 3, when: {}, steps: [] },
  ];
  const chosen = (amount: string, amounts?: Record<string, string>) =>
    ruleFor(rules, { ...subject(4), amount, amounts }, compareAmounts)?.id;
  expect([chosen("99.99"), chosen("100"), chosen("100", { USD: "700" })]).toEqual([1, 3, 3]);
  expect(["499.99", "500.00", "1000", "1000.01"].map((EUR) => chosen("600", { EUR }))).toEqual([3, 2, 2, 3]);
});

test("costs from and to beside the amount, both included; what nobody knows fits no rule that asks for it", () => {
  const rules: ChainRule[] = [
    { id: 1, when: { from_cost: "100", to_cost: "200" }, steps: [] },
    { id: 2, when: { from_amount: "4", from_cost: "0" }, steps: [] },
    { id: 3, when: { from_amount: "4", to_cost: "1000" }, steps: [] },
    { id: 4, when: {}, steps: [] },
  ];
  const chosen = (cost: string | null | undefined, amount = "2") =>
    ruleFor(rules, { ...subject(4), amount, cost }, compareAmounts)?.id;
  expect(["99.99", "100", "200.00", "200.01"].map((cost) => chosen(cost))).toEqual([4, 1, 1, 4]);
  expect([chosen("0", "4"), chosen(null, "4"), chosen(undefined, "4")]).toEqual([2, 4, 4]);
});

test("whatever the organisation looks like: never empty, nobody decides their own, everyone who decides is there", () => {
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
        const plain = chainOf(subject(requester), rule(...steps), company);
        const chain = fourEyed(plain, requester, company);
        const named = chain.flatMap(({ approver_id, route }) => (route === "alone" ? [] : (approver_id ?? [])));
        expect(new Set(named).size).toBe(named.length);
        expect(chain.length).toBeGreaterThan(0);
        for (const step of chain) {
          expect((step.approver_id === null) === (step.role_id !== null)).toBe(true);
          expect(step.approver_id).not.toBe(requester);
          if (step.approver_id !== null) expect(company.find(step.approver_id)?.active).toBe(true);
          const now = asked(step, requester, company);
          expect(now.approver_id).not.toBe(requester);
          if (now.approver_id !== null)
            expect(company.find(now.approver_id)).toMatchObject({ active: true, away: false });
          expect(asked(now, requester, company)).toEqual(now);
        }
      },
    ),
  );
});
