import fc from "fast-check";
import {
  afterFinance,
  type FinanceAction,
  financeActions,
  financeLife,
  type FinanceProgress,
  type FinanceStep,
  financeStatuses,
  openFinance,
  undecidedFinance,
} from "./finance.workflow";

const draft = (...steps: FinanceStep[]): FinanceProgress => ({ status: "draft", steps, at: 0 });
const run = (start: FinanceProgress, ...actions: FinanceAction[]) =>
  actions.reduce<FinanceProgress | null>((progress, action) => progress && afterFinance(progress, action), start)
    ?.status;

test.each<[string, FinanceStep[], FinanceAction[], string | undefined]>([
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
  ["archived before it is paid", ["manager"], ["SEND", "APPROVE", "ARCHIVE"], undefined],
  ["what needs no account isn't settled", ["manager"], ["SEND", "APPROVE", "PAY", "SETTLE"], undefined],
  ["what is cancelled stays so", ["manager"], ["SEND", "CANCEL", "RESUBMIT"], undefined],
  ["a draft can't be approved", ["manager"], ["APPROVE"], undefined],
])("%s", (_, steps, actions, status) => {
  expect(run(draft(...steps), ...actions)).toBe(status);
});

test("an advance is settled before it is archived", () => {
  const paid = { status: "paid", steps: ["finance"], at: 1 };
  expect(financeActions({ ...paid, settled: false })).toEqual(["SETTLE"]);
  expect(financeActions({ ...paid, settled: true })).toEqual(["ARCHIVE"]);
  expect(financeActions({ ...paid, settled: null })).toEqual(["ARCHIVE"]);
});

const chains = fc.array(fc.constantFrom<FinanceStep>("manager", "finance"), { minLength: 1, maxLength: 6 });
const everything: readonly FinanceAction[] = [
  "SEND",
  "APPROVE",
  "REJECT",
  "REQUEST_CHANGES",
  "RESUBMIT",
  "CANCEL",
  "PAY",
  "SETTLE",
  "ARCHIVE",
  "RESTORE",
];

test("every yes decides one step, in order, and after the last one it is approved", () => {
  fc.assert(
    fc.property(chains, (steps) => {
      let progress = afterFinance(draft(...steps), "SEND") as FinanceProgress;
      for (const [at, step] of steps.entries()) {
        expect([progress.at, progress.status]).toEqual([at, `waiting_${step}_approval`]);
        progress = afterFinance(progress, "APPROVE") as FinanceProgress;
      }
      expect([progress.at, progress.status]).toEqual([steps.length, "approved"]);
    }),
  );
});

test("whatever is done in whatever order: only known statuses are kept, and every path ends", () => {
  const tries = fc.array(fc.constantFrom(...everything), { maxLength: 40 });
  fc.assert(
    fc.property(chains, tries, fc.boolean(), (steps, actions, advance) => {
      let progress = draft(...steps);
      let decided = 0;
      for (const action of actions) {
        const next = afterFinance(progress, action);
        expect(next !== null).toBe(financeActions(progress).includes(action));
        if (next === null) continue;
        if (action === "SEND" || action === "RESUBMIT") decided = 0;
        if (action === "APPROVE") expect([progress.at, next.at]).toEqual([decided, ++decided]);
        if (action === "PAY" && advance) next.settled = false;
        if (action === "SETTLE") next.settled = true;
        progress = next;
        expect(financeStatuses).toContain(progress.status);
        expect(progress.status).not.toBe("submitted"); // passed through
        expect(financeLife.isWaiting(progress.status)).toBe(financeActions(progress).includes("APPROVE"));
      }
      for (let left = 20; progress.status !== "archived" && progress.status !== "cancelled"; left--) {
        expect(left).toBeGreaterThan(0);
        const action = everything.find((each) => each !== "CANCEL" && financeActions(progress).includes(each));
        progress = afterFinance(progress, action as FinanceAction) as FinanceProgress;
        if (action === "PAY" && advance) progress = { ...progress, settled: false };
        if (action === "SETTLE") progress = { ...progress, settled: true };
      }
    }),
  );
});

test("what is open leads on to being paid or to being refused", () => {
  for (const status of openFinance) expect(financeStatuses).toContain(status);
  for (const status of undecidedFinance) expect(openFinance).toContain(status);
});
