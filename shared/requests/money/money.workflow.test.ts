import fc from "fast-check";
import {
  moneyProgressAfter,
  type MoneyAction,
  moneyActions,
  moneyLifecycle,
  type MoneyProgress,
  type MoneyStep,
  moneyStatuses,
  openMoneyStatuses,
  undecidedMoneyStatuses,
} from "./money.workflow";

const draft = (...steps: MoneyStep[]): MoneyProgress => ({ status: "draft", steps, at: 0 });
const run = (start: MoneyProgress, ...actions: MoneyAction[]) =>
  actions.reduce<MoneyProgress | null>((progress, action) => progress && moneyProgressAfter(progress, action), start)
    ?.status;

test.each<[string, MoneyStep[], MoneyAction[], string | undefined]>([
  ["sent, it waits for the manager at once", ["manager", "finance"], ["SEND"], "waiting_manager_approval"],
  ["then for finance", ["manager", "finance"], ["SEND", "APPROVE"], "waiting_finance_approval"],
  ["then it is approved", ["manager", "finance"], ["SEND", "APPROVE", "APPROVE"], "approved"],
  ["finance before a director", ["finance", "manager"], ["SEND", "APPROVE"], "waiting_manager_approval"],
  ["paid and archived", ["finance"], ["SEND", "APPROVE", "PAY", "ARCHIVE"], "archived"],
  ["taken back from the archive", ["finance"], ["SEND", "APPROVE", "PAY", "ARCHIVE", "RESTORE"], "paid"],
  ["rejected by whomever", ["manager", "finance"], ["SEND", "APPROVE", "REJECT"], "rejected"],
  [
    "sent again from the start",
    ["manager", "finance"],
    ["SEND", "APPROVE", "REJECT", "RESUBMIT"],
    "waiting_manager_approval",
  ],
  ["changes asked", ["manager"], ["SEND", "REQUEST_CHANGES"], "changes_requested"],
  ["cancelled after it was approved", ["manager"], ["SEND", "APPROVE", "CANCEL"], "cancelled"],
  ["cancelled after it was paid", ["manager"], ["SEND", "APPROVE", "PAY", "CANCEL"], undefined],
  ["paid before it is approved", ["manager"], ["SEND", "PAY"], undefined],
  ["paid twice", ["manager"], ["SEND", "APPROVE", "PAY", "PAY"], undefined],
  ["payable again after the bank returned it", ["manager"], ["SEND", "APPROVE", "PAY", "RETURN"], "approved"],
  ["returned before it is paid", ["manager"], ["SEND", "APPROVE", "RETURN"], undefined],
  ["returned from the archive", ["manager"], ["SEND", "APPROVE", "PAY", "ARCHIVE", "RETURN"], undefined],
  ["archived before it is paid", ["manager"], ["SEND", "APPROVE", "ARCHIVE"], undefined],
  ["what needs no account isn't settled", ["manager"], ["SEND", "APPROVE", "PAY", "SETTLE"], undefined],
  ["what is cancelled stays so", ["manager"], ["SEND", "CANCEL", "RESUBMIT"], undefined],
  ["a draft can't be approved", ["manager"], ["APPROVE"], undefined],
])("%s", (_, steps, actions, status) => {
  expect(run(draft(...steps), ...actions)).toBe(status);
});

test("a paid advance must be settled before it can be archived", () => {
  const paid = { status: "paid", steps: ["finance"], at: 1 };
  expect(moneyActions({ ...paid, settled: false })).toEqual(["RETURN", "SETTLE"]);
  expect(moneyActions({ ...paid, settled: true })).toEqual(["RETURN", "ARCHIVE"]);
  expect(moneyActions({ ...paid, settled: null })).toEqual(["RETURN", "ARCHIVE"]);
});

const chains = fc.array(fc.constantFrom<MoneyStep>("manager", "finance"), { minLength: 1, maxLength: 6 });
const everything: readonly MoneyAction[] = [
  "SEND",
  "APPROVE",
  "REJECT",
  "REQUEST_CHANGES",
  "RESUBMIT",
  "CANCEL",
  "PAY",
  "RETURN",
  "SETTLE",
  "ARCHIVE",
  "RESTORE",
];

test("each approval decides the next step, and the last one approves the request", () => {
  fc.assert(
    fc.property(chains, (steps) => {
      let progress = moneyProgressAfter(draft(...steps), "SEND") as MoneyProgress;
      for (const [at, step] of steps.entries()) {
        expect([progress.at, progress.status]).toEqual([at, `waiting_${step}_approval`]);
        progress = moneyProgressAfter(progress, "APPROVE") as MoneyProgress;
      }
      expect([progress.at, progress.status]).toEqual([steps.length, "approved"]);
    }),
  );
});

test("any sequence of actions reaches only listed statuses and terminates", () => {
  const tries = fc.array(fc.constantFrom(...everything), { maxLength: 40 });
  fc.assert(
    fc.property(chains, tries, fc.boolean(), (steps, actions, advance) => {
      let progress = draft(...steps);
      let decided = 0;
      for (const action of actions) {
        const next = moneyProgressAfter(progress, action);
        expect(next !== null).toBe(moneyActions(progress).includes(action));
        if (next === null) continue;
        if (action === "SEND" || action === "RESUBMIT") decided = 0;
        if (action === "APPROVE") expect([progress.at, next.at]).toEqual([decided, ++decided]);
        if (action === "PAY" && advance) next.settled = false;
        if (action === "SETTLE") next.settled = true;
        progress = next;
        expect(moneyStatuses).toContain(progress.status);
        expect(progress.status).not.toBe("submitted"); // transient status, never stored
        expect(moneyLifecycle.isWaiting(progress.status)).toBe(moneyActions(progress).includes("APPROVE"));
      }
      for (let left = 20; progress.status !== "archived" && progress.status !== "cancelled"; left--) {
        expect(left).toBeGreaterThan(0);
        const action = everything.find(
          (each) => each !== "CANCEL" && each !== "RETURN" && moneyActions(progress).includes(each),
        );
        progress = moneyProgressAfter(progress, action as MoneyAction) as MoneyProgress;
        if (action === "PAY" && advance) progress = { ...progress, settled: false };
        if (action === "SETTLE") progress = { ...progress, settled: true };
      }
    }),
  );
});

test("open statuses are finance statuses, and undecided statuses are open", () => {
  for (const status of openMoneyStatuses) expect(moneyStatuses).toContain(status);
  for (const status of undecidedMoneyStatuses) expect(openMoneyStatuses).toContain(status);
});
