import type { RequestAction } from "../../../approvals/approvals/approvals.workflow";
import { bookingLifecycle, type ReservationStatus } from "./bookings.workflow";

const all: readonly RequestAction[] = ["APPROVE", "REJECT", "REQUEST_CHANGES", "RESUBMIT", "MOVE", "CANCEL", "EXPIRE"];
const after = (status: ReservationStatus, steps = 1) => {
  const progress = { status, steps: Array.from({ length: steps }, () => "approver"), at: 0 };
  return Object.fromEntries(
    all.flatMap((action) => {
      const next = bookingLifecycle.after(progress, action);
      return next ? [[action, next.status]] : [];
    }),
  );
};

test("a move restarts the approval, and final statuses have no transitions", () => {
  expect(after("pending")).toEqual({
    APPROVE: "approved",
    REJECT: "rejected",
    REQUEST_CHANGES: "changes_requested",
    MOVE: "pending",
    CANCEL: "cancelled",
    EXPIRE: "expired",
  });
  expect(after("approved")).toEqual({ MOVE: "pending", CANCEL: "cancelled" });
  expect(after("changes_requested")).toEqual({
    RESUBMIT: "pending",
    MOVE: "pending",
    CANCEL: "cancelled",
    EXPIRE: "expired",
  });
  expect(after("rejected")).toEqual({});
  expect(after("expired")).toEqual({});
  expect(after("cancelled")).toEqual({ MOVE: "pending" });
});

test("a move after the first of two approvals restarts at the first step", () => {
  const steps = ["approver", "approver"];
  const second = bookingLifecycle.after({ status: "pending", steps, at: 0 }, "APPROVE");
  expect(second).toMatchObject({ status: "pending", at: 1 });
  expect(bookingLifecycle.after({ status: "pending", steps, at: 1 }, "MOVE")).toMatchObject({
    status: "pending",
    at: 0,
  });
});
