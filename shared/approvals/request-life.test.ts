import { formLife } from "../forms/forms.workflow";
import { leaveLife } from "../leave/leave.workflow";
import { reservationLife } from "../reservations/reservations.workflow";
import type { RequestAction } from "./approvals.workflow";

const tried: readonly RequestAction[] = ["SEND", "APPROVE", "REJECT", "REQUEST_CHANGES", "RESUBMIT", "CANCEL"];

/** Every status that a request of the family can come to, from the first one on. */
function reached(life: typeof leaveLife, first: string, steps: readonly string[]): string[] {
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
  ["leave", leaveLife, "draft", ["manager", "hr"]],
  ["forms", formLife, "draft", ["manager", "other"]],
  ["reservations", reservationLife, "pending", ["approver", "approver"]],
] as const)("%s: what is offered is what leads somewhere, in every status", (_, life, first, steps) => {
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
