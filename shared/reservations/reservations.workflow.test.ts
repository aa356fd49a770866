import type { RequestAction } from "../approvals/approvals.workflow";
import { reservationLife, type ReservationStatus } from "./reservations.workflow";

const all: readonly RequestAction[] = ["APPROVE", "REJECT", "REQUEST_CHANGES", "RESUBMIT", "MOVE", "CANCEL", "EXPIRE"];
const after = (status: ReservationStatus, steps = 1) => {
  const progress = { status, steps: Array.from({ length: steps }, () => "approver"), at: 0 };
  return Object.fromEntries(
    all.flatMap((action) => {
      const next = reservationLife.after(progress, action);
      return next ? [[action, next.status]] : [];
    }),
  );
};

test("a decision is made once; what is moved is asked for anew; what was refused or is over stays so", () => {
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

test("moved after the first of two steps, it is asked for from the first one on", () => {
  const steps = ["approver", "approver"];
  const second = reservationLife.after({ status: "pending", steps, at: 0 }, "APPROVE");
  expect(second).toMatchObject({ status: "pending", at: 1 });
  expect(reservationLife.after({ status: "pending", steps, at: 1 }, "MOVE")).toMatchObject({
    status: "pending",
    at: 0,
  });
});
