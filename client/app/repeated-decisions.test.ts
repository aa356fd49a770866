/** @jest-environment jsdom */
import { QueryClientProvider } from "@tanstack/react-query";
import { act, createElement } from "react";
import { createRoot, type Root } from "react-dom/client";
import { type HeldCall, holdCalls } from "../../tests/support/held-calls";
import { undoDecision } from "../../shared/approvals/approvals/approvals.contract";
import type { Endpoint } from "../../shared/kernel/endpoint";
import { closePayrollMonth } from "../../shared/people/payroll/payroll.contract";
import { familyCalls } from "../../shared/family-calls";
import { approveWeek, reopenWeek, submitWeek } from "../../shared/work/time/week.contract";
import { queryClient, useAction } from "../platform/query";
import { ProblemError } from "../platform/problem-error";
import { useSingleRun } from "../platform/single-run";
import { RepeatGuard } from "../platform/repeat-guard";

let calls: HeldCall[];
let root: Root;
const successes = jest.fn();
const problems = jest.fn(() => true);
beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  calls = holdCalls();
  root = createRoot(document.createElement("div"));
  successes.mockClear();
  problems.mockClear();
});
afterEach(() => act(() => root.unmount()));

async function renderAction(endpoint: Endpoint) {
  let action: { mutate: (input: object) => void } | undefined;
  const Caller = () => {
    action = useAction(endpoint, { onSuccess: successes, onProblem: problems });
    return null;
  };
  const provider = createElement(QueryClientProvider, { client: queryClient }, createElement(Caller));
  await act(async () => root.render(provider));
  return (...bodies: object[]) =>
    act(async () => bodies.forEach((body) => action?.mutate({ params: { id: 7, monday: "2026-11-23" }, body })));
}
const answer = (at: number, status = 200) =>
  act(async () => {
    calls[at]?.answer({ message: "Done", code: "week.state" }, status);
    await new Promise((resolve) => setTimeout(resolve));
  });

const decisions = [
  ...Object.values(familyCalls).flatMap(({ approve, reject, requestChanges }) => [approve, reject, requestChanges]),
  undoDecision,
  approveWeek,
  reopenWeek,
  submitWeek,
  closePayrollMonth,
] as Endpoint[];

test.each(decisions.map((endpoint) => [endpoint.path, endpoint] as const))(
  "two clicks on the decision %s send one request",
  async (_, endpoint) => {
    const click = await renderAction(endpoint);
    await click({ version: 1 }, { version: 1 });
    await answer(0);
    await click({ version: 1 });
    expect(calls).toHaveLength(1);
    expect(successes).toHaveBeenCalledTimes(1);
    expect(problems).not.toHaveBeenCalled();
  },
);

test("a click is sent again after a refusal", async () => {
  const click = await renderAction(approveWeek);
  await click({ user_id: 1 });
  await answer(0, 409);
  expect(problems).toHaveBeenCalledWith(expect.any(ProblemError), expect.anything());
  await click({ user_id: 1 });
  expect(calls).toHaveLength(2);
});

test("a click with another content is sent while the first is pending", async () => {
  const click = await renderAction(approveWeek);
  await click({ user_id: 1 }, { user_id: 2 }, { user_id: 1 });
  expect(calls).toHaveLength(3);
});

test("the same decision can be repeated once the screen shows other data", async () => {
  const click = await renderAction(approveWeek);
  await click({ user_id: 1 });
  await answer(0);
  await act(async () => {
    queryClient.setQueryData(["weeks"], { state: "submitted" });
    await new Promise((resolve) => setTimeout(resolve));
  });
  await click({ user_id: 1 });
  expect(calls).toHaveLength(2);
});

test("a second click doesn't repeat several calls; a failed run can be repeated", async () => {
  let run: ReturnType<typeof useSingleRun>[0] = async () => {};
  const Caller = () => {
    [run] = useSingleRun();
    return null;
  };
  const provider = createElement(QueryClientProvider, { client: queryClient }, createElement(Caller));
  await act(async () => root.render(provider));
  const works: string[] = [];
  const click = (content: unknown[], result?: boolean) =>
    act(() =>
      run(content, async () => {
        works.push(String(content));
        return result;
      }),
    );
  await Promise.all([click(["revoke", 1]), click(["revoke", 1])]);
  await click(["revoke", 1]);
  await click(["revoke", 2]);
  expect(works).toEqual(["revoke,1", "revoke,2"]);
  await click(["publish"], false);
  await click(["publish"], true);
  await click(["publish"], true);
  expect(works.slice(2)).toEqual(["publish", "publish"]);
});

test("a repetition without new data is accepted after a second", () => {
  jest.useFakeTimers();
  const guard = new RepeatGuard(() => 1);
  guard.begin("approve")?.(true);
  jest.advanceTimersByTime(999);
  expect(guard.begin("approve")).toBeNull();
  jest.advanceTimersByTime(1);
  expect(guard.begin("approve")).not.toBeNull();
  jest.useRealTimers();
});
