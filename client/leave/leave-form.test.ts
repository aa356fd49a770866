/** @jest-environment jsdom */
import { leaveRequestSchema } from "../../shared/leave/leave.schema";
import { errorsOf } from "../ui/form/form";
import { valuesOf } from "./leave-form";

test("what the form holds when one has chosen a kind and days can be sent: nothing stands in the way unseen", () => {
  const chosen = { leave_type_id: 3, start_date: "2027-07-06", end_date: "2027-07-09" };
  expect(errorsOf(leaveRequestSchema, { ...valuesOf(null), attachment: null, ...chosen })).toEqual({});
});
