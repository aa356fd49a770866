import fc from "fast-check";
import { type Approver, type ChainPeople, type ChainRule, chainOf, ruleFor } from "./approvals.chain.rules";

const administrators = 99;
const hr = 50;

/** parent by id; those below zero are switched off. */
function people(parents: Record<number, number | null>, inactive: readonly number[] = []): ChainPeople {
  return {
    find: (id) => (id in parents ? { parent_id: parents[id] ?? null, active: !inactive.includes(id) } : undefined),
    administrator_role_id: administrators,
  };
}
const rule = (...steps: Approver[]): ChainRule => ({ id: 7, when: {}, steps });
const subject = (requester_id: number) => ({ requester_id, department_id: 3, type: "purchase", amount: "100.00" });
const deciders = (steps: ReturnType<typeof chainOf>) => steps.map((step) => step.approver_id ?? `role ${step.role_id}`);

const family = people({ 1: null, 2: 1, 3: 2, 4: 3 });

test("without a rule the manager decides", () => {
  expect(chainOf(subject(4), undefined, family)).toEqual([
    { rule_id: null, by: "manager", approver_id: 3, role_id: null, route: "rule" },
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

test("with nobody above it goes to the administrators", () => {
  expect(chainOf(subject(1), rule({ by: "manager" }), family)).toEqual([
    { rule_id: 7, by: "manager", approver_id: null, role_id: administrators, route: "administrators" },
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
      fc.array(approvers, { maxLength: 5 }),
      ids,
      (parents, inactive, steps, requester) => {
        const company = people(Object.fromEntries(parents.map((parent, at) => [at + 1, parent])), inactive);
        const chain = chainOf(subject(requester), rule(...steps), company);
        expect(chain.length).toBeGreaterThan(0);
        for (const step of chain) {
          expect((step.approver_id === null) === (step.role_id !== null)).toBe(true);
          expect(step.approver_id).not.toBe(requester);
          if (step.approver_id !== null) expect(company.find(step.approver_id)?.active).toBe(true);
        }
      },
    ),
  );
});
