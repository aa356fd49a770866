import type { EmploymentChange } from "../../../shared/people/employment/employment.contract";
import type { ReplyOf } from "../../../shared/kernel/endpoint";
import { type Weeks, weeksFrom, weeksOfText, type WorkSchedule } from "../../../shared/work/schedules/schedules.rules";
import type { editableUser } from "../../../shared/people/people/users.contract";

export type PromotionValues = {
  type: "promotion" | "change";
  effective_on: string | null;
  reason: string;
  position_id: number | null;
  department_id: number | null;
  parent_id: number | null;
  role_id: number | null;
  contract_type: string | null;
  location: string;
  salary: string;
  currency: string | null;
  /** Null leaves the schedule unchanged. */
  schedule: Weeks | null;
};

export type Employee = ReplyOf<typeof editableUser>["data"];

export const currentPromotionValues = (employee: Employee): PromotionValues => ({
  type: "promotion",
  effective_on: null,
  reason: "",
  position_id: employee.position?.id ?? null,
  department_id: employee.department?.id ?? null,
  parent_id: employee.parent_id ?? null,
  role_id: employee.role?.id ?? null,
  contract_type: employee.contract_type ?? null,
  location: employee.location ?? "",
  salary: employee.salary ?? "",
  currency: employee.currency ?? null,
  schedule: null,
});

export function initialPromotionValues(employee: Employee, change?: EmploymentChange): PromotionValues {
  const values = currentPromotionValues(employee);
  if (!change) return values;
  const planned = Object.fromEntries(
    change.fields.map(({ field, after, after_id: id }) => {
      if (field === "location") return [field, after ?? ""];
      if (field === "schedule") return [field, weeksOfText(after ?? "")];
      if (field === "salary") return [field, after?.split(" ")[0] ?? ""];
      return field === "contract_type" ? [field, after] : [`${field}_id`, id];
    }),
  );
  const pay = change.fields.find(({ field }) => field === "salary")?.after;
  return {
    ...values,
    ...planned,
    ...(pay ? { currency: pay.split(" ")[1] ?? null } : {}),
    type: change.type === "change" ? "change" : "promotion",
    effective_on: change.effective_on,
    reason: change.reason ?? "",
  };
}

const comparedFields = [
  "position_id",
  "department_id",
  "parent_id",
  "role_id",
  "contract_type",
  "location",
  "salary",
] as const;

/** @param schedules those that the user read, if they could be read. */
export function toPromotionBody(
  now: PromotionValues,
  values: PromotionValues,
  schedules?: readonly WorkSchedule[],
): Record<string, unknown> {
  const changed = comparedFields.filter((field) => values[field] !== now[field]);
  const pay = changed.includes("salary") && values.currency ? { currency: values.currency } : {};
  return {
    type: values.type,
    effective_on: values.effective_on,
    reason: values.reason,
    ...Object.fromEntries(changed.map((field) => [field, values[field]])),
    ...pay,
    ...(values.schedule && { schedule: values.schedule }),
    ...(values.schedule && schedules && { previous_schedule: weeksFrom(schedules, values.effective_on) }),
  };
}
