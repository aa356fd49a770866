import { createUserSchema } from "../../../shared/people/people/people.schema";
import { createBody, changedFields, emptyEmployee, employeeFromUrl, updateBody } from "./employee-form";

test("creating an employee omits empty fields and an unused password", () => {
  const values = { ...emptyEmployee, fullname: "Hana", email: "h@x.test", role_id: 3, password: "Unused1234" };
  expect(createBody(values)).toEqual({
    fullname: "Hana",
    email: "h@x.test",
    role_id: 3,
    contract_type: "full_time_contract",
  });
  expect(createBody({ ...values, access: "password" })).toMatchObject({
    password: "Unused1234",
    password_confirmation: "",
  });
});

test("an update contains only changed fields, including cleared ones", () => {
  const before = { ...emptyEmployee, fullname: "Hana", city: "Erbil", parent_id: 4 };
  const after = { ...before, city: "", parent_id: null };
  expect(changedFields(before, after)).toEqual(["parent_id", "city"]);
  expect(updateBody(before, after)).toEqual({ city: "", parent_id: null });
});

test("untouched fields are valid, and the URL can prefill a vacancy", () => {
  const values = { fullname: "Hana", email: "h@x.test", role_id: 3 };
  expect(() => createUserSchema.validateSync({ ...emptyEmployee, ...values }, { abortEarly: false })).not.toThrow();
  const place = employeeFromUrl(new URLSearchParams("vacancy=4&position=2&department=x&manager=9"));
  expect(createBody({ ...place, ...values })).toEqual({
    ...values,
    vacancy_id: 4,
    position_id: 2,
    department_id: null,
    parent_id: 9,
    contract_type: "full_time_contract",
  });
});

test("values of a vacancy that the user cleared are sent as null", () => {
  const place = employeeFromUrl(new URLSearchParams("vacancy=4&position=2&department=3&manager=9"));
  const body = createBody({
    ...place,
    fullname: "Hana",
    email: "h@x.test",
    role_id: 3,
    department_id: null,
    parent_id: null,
  });
  expect(createUserSchema.cast(body)).toMatchObject({ position_id: 2, department_id: null, parent_id: null });
});
