import type { ReplyOf } from "../../../shared/kernel/endpoint";
import type { ContractType, Education, Gender } from "../../../shared/people/people/people.fields";
import { type Weeks, weeksText } from "../../../shared/work/schedules/schedules.rules";
import type { editableUser } from "../../../shared/people/people/users.contract";

/** Form values. Texts are never null because inputs need "". */
export type EmployeeValues = {
  fullname: string;
  email: string;
  role_id: number | null;
  /** "invite" sends a link; "password" sets an initial password. */
  access: "invite" | "password";
  /** Whether the invitation is sent immediately instead of on the first day. */
  invite_now: boolean;
  password: string;
  password_confirmation: string;
  position_id: number | null;
  department_id: number | null;
  parent_id: number | null;
  /** Additional managers (dotted lines). */
  dotted_ids: number[];
  employee_id: string;
  location: string;
  contract_type: ContractType | null;
  date_of_joining: string | null;
  contract_start: string | null;
  contract_end: string | null;
  external: boolean;
  phone_number: string;
  slack_id: string;
  gender: Gender | null;
  address: string;
  city: string;
  last_degree: Education | null;
  credential_number: string;
  issued_date: string | null;
  expiry_date: string | null;
  salary: string;
  currency: string;
  vacancy_id: number | null;
  /** Weeks of a new employee. */
  schedule: Weeks;
};

export type EmployeeField = keyof EmployeeValues;

export const emptyEmployee: EmployeeValues = {
  fullname: "",
  email: "",
  role_id: null,
  access: "invite",
  invite_now: false,
  password: "",
  password_confirmation: "",
  position_id: null,
  department_id: null,
  parent_id: null,
  dotted_ids: [],
  employee_id: "",
  location: "",
  contract_type: "full_time_contract",
  date_of_joining: null,
  contract_start: null,
  contract_end: null,
  external: false,
  phone_number: "",
  slack_id: "",
  gender: null,
  address: "",
  city: "",
  last_degree: null,
  credential_number: "",
  issued_date: null,
  expiry_date: null,
  salary: "",
  currency: "",
  vacancy_id: null,
  schedule: { minutes: null, other: null },
};

/** Initial values from the hire form's URL: the vacancy, position, department and manager. */
export function employeeFromUrl(search: URLSearchParams): EmployeeValues {
  const id = (name: string) => Number(search.get(name)) || null;
  return {
    ...emptyEmployee,
    vacancy_id: id("vacancy"),
    position_id: id("position"),
    department_id: id("department"),
    parent_id: id("manager"),
  };
}

type Editable = ReplyOf<typeof editableUser>["data"];

export const toEmployeeValues = (user: Editable): EmployeeValues => ({
  ...emptyEmployee,
  fullname: user.fullname ?? "",
  email: user.email ?? "",
  role_id: user.role?.id ?? null,
  position_id: user.position?.id ?? null,
  department_id: user.department?.id ?? null,
  parent_id: user.parent_id ?? null,
  dotted_ids: (user.dotted ?? []).map(({ id }) => id),
  employee_id: user.employee_id ?? "",
  location: user.location ?? "",
  contract_type: (user.contract_type as ContractType | null | undefined) ?? null,
  date_of_joining: user.date_of_joining ?? null,
  contract_start: user.contract_start ?? null,
  contract_end: user.contract_end ?? null,
  external: user.external ?? false,
  phone_number: user.phone_number ?? "",
  slack_id: user.slack_id ?? "",
  gender: (user.gender as Gender | null | undefined) ?? null,
  address: user.address ?? "",
  city: user.city ?? "",
  last_degree: (user.last_degree as Education | null | undefined) ?? null,
  credential_number: user.credential_number ?? "",
  issued_date: user.issued_date ?? null,
  expiry_date: user.expiry_date ?? null,
  salary: user.salary ?? "",
  currency: user.currency ?? "",
});

export function createBody(form: EmployeeValues) {
  const { access, invite_now, password, password_confirmation, schedule, ...values } = form;
  const filledFields = Object.entries(values).filter(
    ([, value]) => value !== null && value !== false && String(value) !== "",
  );
  // The server fills in omitted values of a vacancy, also those that the user has cleared.
  const { position_id, department_id, parent_id } = values;
  return {
    ...(values.vacancy_id ? { position_id, department_id, parent_id } : {}),
    ...Object.fromEntries(filledFields),
    ...(schedule.minutes ? { schedule } : {}),
    ...(access === "password" ? { password, password_confirmation } : invite_now ? { invite: "now" } : {}),
  };
}

export const changedFields = (a: EmployeeValues, b: EmployeeValues): EmployeeField[] =>
  (Object.keys(a) as EmployeeField[]).filter((field) =>
    field === "schedule" ? weeksText(a.schedule) !== weeksText(b.schedule) : String(a[field]) !== String(b[field]),
  );

export const updateBody = (before: EmployeeValues, values: EmployeeValues) =>
  Object.fromEntries(changedFields(before, values).map((field) => [field, values[field]]));
