/** @jest-environment jsdom */
import { leaveRequestSchema } from "../../../../shared/requests/leave/requests/leave.schema";
import { validationErrors } from "../../../ui/form/form";
import { toLeaveValues } from "./leave-form";

test("a form with only a type and dates is valid", () => {
  const chosen = { leave_type_id: 3, start_date: "2027-07-06", end_date: "2027-07-09" };
  expect(validationErrors(leaveRequestSchema, { ...toLeaveValues(null), ...chosen })).toEqual({});
});
