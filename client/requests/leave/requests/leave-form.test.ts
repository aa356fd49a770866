/** @jest-environment jsdom */
import { leaveRequestSchema } from "../../../../shared/requests/leave/requests/leave.schema";
import { validationErrors } from "../../../ui/form/form";
import { partsAfterTypeChange, toLeaveValues } from "./leave-form";

test("a form with only a type and dates is valid", () => {
  const chosen = { leave_type_id: 3, start_date: "2027-07-06", end_date: "2027-07-09" };
  expect(validationErrors(leaveRequestSchema, { ...toLeaveValues(null), ...chosen })).toEqual({});
});

test("choosing a type without half days or with another unit resets parts of days", () => {
  const days = { unit: "days", half_days: true } as const;
  const own = { credit: false };
  expect(partsAfterTypeChange(own, days, days)).toEqual({});
  expect(partsAfterTypeChange(own, days, { ...days, half_days: false })).toEqual({ start_half: null, end_half: null });
  const hours = { unit: "hours", half_days: true } as const;
  expect(partsAfterTypeChange(own, days, hours)).toMatchObject({ start_half: null, hours: "", credit: false });
  expect(partsAfterTypeChange(own, hours, hours)).toEqual({});
  expect(partsAfterTypeChange({ credit: true }, hours, hours)).toMatchObject({ start_time: null, credit: false });
});
