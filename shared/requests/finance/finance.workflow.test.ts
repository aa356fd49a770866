import fc from "fast-check";
import {
  financeProgressAfter,
  type FinanceAction,
  financeActions,
  financeLifecycle,
  type FinanceProgress,
  type FinanceStep,
  financeStatuses,
  openFinanceStatuses,
  undecidedFinanceStatuses,
} from "./finance.workflow";

const draft = (...steps: FinanceStep[]): FinanceProgress => ({ status: "draft", steps, at: 0 });
const run = (start: FinanceProgress, ...actions: FinanceAction[]) =>
  actions.reduce<FinanceProgress | null>(
    (progress, action) => progress && financeProgressAfter(progress, action),
    start,
  )?.status;

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
  expect(financeActions({ ...paid, settled: false })).toEqual(["RETURN", "SETTLE"]);
  expect(financeActions({ ...paid, settled: true })).toEqual(["RETURN", "ARCHIVE"]);
  expect(financeActions({ ...paid, settled: null })).toEqual(["RETURN", "ARCHIVE"]);
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
  "RETURN",
  "SETTLE",
  "ARCHIVE",
  "RESTORE",
];

test("each approval decides the next step, and the last one approves the request", () => {
  fc.assert(
    fc.property(chains, (steps) => {
      let progress = financeProgressAfter(draft(...steps), "SEND") as FinanceProgress;
      for (const [at, step] of steps.entries()) {
        expect([progress.at, progress.status]).toEqual([at, `waiting_${step}_approval`]);
        progress = financeProgressAfter(progress, "APPROVE") as FinanceProgress;
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
        const next = financeProgressAfter(progress, action);
        expect(next !== null).toBe(financeActions(progress).includes(action));
        if (next === null) continue;
        if (action === "SEND" || action === "RESUBMIT") decided = 0;
        if (action === "APPROVE") expect([progress.at, next.at]).toEqual([decided, ++decided]);
        if (action === "PAY" && advance) next.settled = false;
        if (action === "SETTLE") next.settled = true;
        progress = next;
        expect(financeStatuses).toContain(progress.status);
        expect(progress.status).not.toBe("submitted"); // transient status, never stored
        expect(financeLifecycle.isWaiting(progress.status)).toBe(financeActions(progress).includes("APPROVE"));
      }
      for (let left = 20; progress.status !== "archived" && progress.status !== "cancelled"; left--) {
        expect(left).toBeGreaterThan(0);
        const action = everything.find(
          (each) => each !== "CANCEL" && each !== "RETURN" && financeActions(progress).includes(each),
        );
        progress = financeProgressAfter(progress, action as FinanceAction) as FinanceProgress;
        if (action === "PAY" && advance) progress = { ...progress, settled: false };
        if (action === "SETTLE") progress = { ...progress, settled: true };
      }
    }),
  );
});

test("open statuses are finance statuses, and undecided statuses are open", () => {
  for (const status of openFinanceStatuses) expect(financeStatuses).toContain(status);
  for (const status of undecidedFinanceStatuses) expect(openFinanceStatuses).toContain(status);
});
