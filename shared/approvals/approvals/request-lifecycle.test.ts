import { formLifecycle } from "../../requests/forms/forms.workflow";
import { leaveLifecycle } from "../../requests/leave/requests/leave.workflow";
import { bookingLifecycle } from "../../bookings/bookings/approval/bookings.workflow";
import type { RequestAction } from "./approvals.workflow";

const tried: readonly RequestAction[] = ["SEND", "APPROVE", "REJECT", "REQUEST_CHANGES", "RESUBMIT", "CANCEL"];

function reached(life: typeof leaveLifecycle, first: string, steps: readonly string[]): string[] {
  const found = [first];
  for (const status of found)
    for (const action of [...tried, "MOVE", "EXPIRE"] as const)
      for (const at of [0, 1]) {
        const next = life.after({ status, steps, at }, action)?.status;
        if (next !== undefined && !found.includes(next)) found.push(next);
      }
  return found;
}

test.each([
  ["leave", leaveLifecycle, "draft", ["manager", "hr"]],
  ["forms", formLifecycle, "draft", ["manager", "other"]],
  ["reservations", bookingLifecycle, "pending", ["approver", "approver"]],
] as const)("%s: actions() returns exactly the possible transitions", (_, life, first, steps) => {
  const statuses = reached(life, first, steps);
  expect(statuses.length).toBeGreaterThan(4);
  for (const status of statuses) {
    for (const at of [0, 1]) {
      const leads = tried.filter((action) => life.after({ status, steps, at }, action) !== null);
      expect([status, life.actions({ status, steps, at })]).toEqual([status, leads]);
      expect(leads.length).toBeLessThan(tried.length);
    }
  }
});
