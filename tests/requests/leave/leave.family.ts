import type { LeaveDetail } from "../../../shared/requests/leave/requests/leave.contract";
import type { FamilyTests } from "../../approvals/approvals/family-tests";
import { requireOk } from "../../work/tasks/board";
import { leaveFixture, workingWeek } from "./fixtures";

const scopes = ["mine", "team", "all"].map((scope) => ({ scope }));

export const familyTests: FamilyTests = {
  code: "leave",
  url: "/leave/leave-request",
  seenBy: { hr: true, finance: false },
  async drafts(world) {
    const { ask } = await leaveFixture(world);
    let weeks = 0;
    return async () => requireOk(await ask({ ...workingWeek(++weeks, 2), draft: true })).body.data.id;
  },
  change: ({ leave_type, start_date, end_date }: LeaveDetail) => ({
    leave_type_id: leave_type.id,
    start_date,
    end_date,
  }),
  asked: [...scopes, { scope: "all", status: "approved" }, { from: "2100-01-01" }],
};
