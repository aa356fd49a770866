import type { LeaveType } from "../../../shared/leave/leave-types.contract";
import { typeValues } from "./leave-type-form";

const type: LeaveType = {
  id: 7,
  name: "Study",
  translations: { de: "Studium" },
  icon: "book",
  days_female: 12.5,
  days_male: 0,
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

test("a type's form has what the type has, numbers as they are typed", () => {
  const { id: _, active: _a, version: _v, can: _c, ...has } = type;
  expect(typeValues(type)).toEqual({
    ...has,
    translations: expect.objectContaining({ de: "Studium", en: "" }),
    days_female: "12.5",
    days_male: "0",
    attachment_after: "3",
    max_carried: "5",
    carried_until: "3",
    waiting_days: "90",
    longest: "10",
    blocks: [
      { ...type.blocks[0], note: "" },
      { ...type.blocks[1], note: "Busy" },
    ],
  });
});

test("what is no limit is empty; of a new type nothing is carried", () => {
  const unlimited = typeValues({
    ...type,
    attachment_after: null,
    max_carried: null,
    carried_until: null,
    longest: null,
  });
  expect(unlimited).toMatchObject({ attachment_after: "", max_carried: "", carried_until: null, longest: "" });
  expect(typeValues(null)).toMatchObject({
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
    blocks: [],
  });
});
