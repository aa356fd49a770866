import type { ReplyOf } from "../../shared/kernel/endpoint";
import type { ContractType, Education, Gender } from "../../shared/people/people.fields";
import type { editableUser } from "../../shared/people/users.contract";

/** What the form holds. Texts are never null: inputs show nothing as "". */
export type EmployeeValues = {
  fullname: string;
  email: string;
  role_id: number | null;
  /** "invite" sends a link; else a first password is given. */
  access: "invite" | "password";
  password: string;
  password_confirmation: string;
  position_id: number | null;
  department_id: number | null;
  parent_id: number | null;
  /** Whom they report to beside. */
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
  /** The vacant place that they get. */
  vacancy_id: number | null;
};

export type EmployeeField = keyof EmployeeValues;

export const emptyEmployee: EmployeeValues = {
  fullname: "",
  email: "",
  role_id: null,
  access: "invite",
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
};

/** What an address says of whoever is hired: the vacant place, and what goes with it. */
export function employeeOf(search: URLSearchParams): EmployeeValues {
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

export const valuesOf = (user: Editable): EmployeeValues => ({
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

/** What is sent to add somebody: what nobody has filled in is left out. */
export function createBody({ access, password, password_confirmation, ...values }: EmployeeValues) {
  const given = Object.entries(values).filter(([, value]) => value !== null && value !== false && String(value) !== "");
  return { ...Object.fromEntries(given), ...(access === "password" ? { password, password_confirmation } : {}) };
}

/** The fields in which two states of the form differ. */
export const differing = (a: EmployeeValues, b: EmployeeValues): EmployeeField[] =>
  (Object.keys(a) as EmployeeField[]).filter((field) => String(a[field]) !== String(b[field]));

/** Only what was changed is sent, so that nobody else's change is overwritten by an old value. */
export const updateBody = (before: EmployeeValues, values: EmployeeValues) =>
  Object.fromEntries(differing(before, values).map((field) => [field, values[field]]));
