/** @jest-environment jsdom */
import { array, number, object } from "yup";
import { resetPasswordSchema } from "../../../shared/identity/session/session.schema";
import { validationErrors } from "./form";

const fine = { token: "t", email: "a@b.co", password: "Abcdefg1", password_confirmation: "Abcdefg1" };

test("each field has its first message, as a text id", () => {
  expect(validationErrors(resetPasswordSchema, fine)).toEqual({});
  expect(
    validationErrors(resetPasswordSchema, {
      ...fine,
      email: "nowhere",
      password: "short",
      password_confirmation: "Other123",
    }),
  ).toEqual({
    email: "field.email",
    password: "password.criteria",
    password_confirmation: "password.mismatch",
  });
});

test("errors of nested fields are nested like the values", () => {
  const schema = object({ items: array(object({ price: number().required("field.required") })) });
  expect(validationErrors(schema, { items: [{ price: 1 }, {}] })).toEqual({
    items: { 1: { price: "field.required" } },
  });
});
