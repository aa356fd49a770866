import { createUserSchema } from "../../shared/people/people.schema";
import { createBody, differing, emptyEmployee, employeeOf, updateBody } from "./employee-form";

test("a new person: what nobody filled in is left out, and a password only goes where one is given", () => {
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

test("a change: only what is another now, emptied fields too", () => {
  const before = { ...emptyEmployee, fullname: "Hana", city: "Erbil", parent_id: 4 };
  const after = { ...before, city: "", parent_id: null };
  expect(differing(before, after)).toEqual(["parent_id", "city"]);
  expect(updateBody(before, after)).toEqual({ city: "", parent_id: null });
});

test("what nobody has touched is no error; an address may name a vacant place with what goes with it", () => {
  const said = { fullname: "Hana", email: "h@x.test", role_id: 3 };
  expect(() => createUserSchema.validateSync({ ...emptyEmployee, ...said }, { abortEarly: false })).not.toThrow();
  const place = employeeOf(new URLSearchParams("vacancy=4&position=2&department=x&manager=9"));
  expect(createBody({ ...place, ...said })).toEqual({
    ...said,
    vacancy_id: 4,
    position_id: 2,
    parent_id: 9,
    contract_type: "full_time_contract",
  });
});
