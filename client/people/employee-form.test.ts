import { createBody, differing, emptyEmployee, updateBody } from "./employee-form";

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
