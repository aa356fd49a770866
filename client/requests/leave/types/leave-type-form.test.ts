import type { LeaveType } from "../../../../shared/requests/leave/types/types.contract";
import { toLeaveTypeValues } from "./leave-type-form";

const type: LeaveType = {
  id: 7,
  name: "Study",
  translations: { de: "Studium" },
  icon: "book",
  days_female: 12.5,
  days_male: 0,
  unit: "days",
  counting: "calendar",
  one_time: true,
  paid: false,
  can_update_balance: false,
  gender: "female",
  attachment_after: 3,
  max_carried: 5,
  carried_until: 3,
  half_days: false,
  hr_step: true,
  negative_allowed: true,
  accrual: "monthly",
  prorated: false,
  proration: "month_full",
  rounding: "exact",
  lieu_months: null,
  waiting_days: 90,
  longest: 10,
  blocks: [
    { start_date: "2031-12-24", end_date: "2031-12-31", stop: true, note: null },
    { start_date: "2031-08-01", end_date: "2031-08-31", stop: false, note: "Busy" },
  ],
  active: true,
  version: 4,
  can: { edit: true, archive: true, restore: false, delete: false },
};

test("form values contain the numbers of the leave type as text", () => {
  const { id: _, unit: _u, active: _a, version: _v, can: _c, ...has } = type;
  expect(toLeaveTypeValues(type)).toEqual({
    ...has,
    translations: expect.objectContaining({ de: "Studium", en: "" }),
    days_female: "12.5",
    days_male: "0",
    attachment_after: "3",
    max_carried: "5",
    carried_until: "3",
    lieu_months: "",
    waiting_days: "90",
    longest: "10",
    blocks: [
      { ...type.blocks[0], note: "" },
      { ...type.blocks[1], note: "Busy" },
    ],
  });
});

test("missing limits are empty, and a new type has no carry-over", () => {
  const unlimited = toLeaveTypeValues({
    ...type,
    attachment_after: null,
    max_carried: null,
    carried_until: null,
    longest: null,
  });
  expect(unlimited).toMatchObject({ attachment_after: "", max_carried: "", carried_until: null, longest: "" });
  expect(toLeaveTypeValues(null)).toMatchObject({
    name: "",
    counting: "working",
    one_time: false,
    paid: true,
    can_update_balance: true,
    gender: null,
    attachment_after: "",
    max_carried: "0",
    half_days: true,
    hr_step: false,
    negative_allowed: false,
    accrual: "yearly",
    prorated: true,
    proration: "days",
    rounding: "half_up",
    blocks: [],
  });
});
