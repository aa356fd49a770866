/** @jest-environment jsdom */
import { array, number, object } from "yup";
import { resetPasswordSchema } from "../../../shared/session/session.schema";
import { errorsOf } from "./form";

const fine = { token: "t", email: "a@b.co", password: "Abcdefg1", password_confirmation: "Abcdefg1" };

test("each field has its first message, as an id", () => {
  expect(errorsOf(resetPasswordSchema, fine)).toEqual({});
  expect(
    errorsOf(resetPasswordSchema, { ...fine, email: "nowhere", password: "short", password_confirmation: "Other123" }),
  ).toEqual({
    email: "field.email",
    password: "password.criteria",
    password_confirmation: "password.mismatch",
  });
});

test("messages of nested fields lie where the form looks for them", () => {
  const schema = object({ items: array(object({ price: number().required("field.required") })) });
  expect(errorsOf(schema, { items: [{ price: 1 }, {}] })).toEqual({ items: { 1: { price: "field.required" } } });
});
