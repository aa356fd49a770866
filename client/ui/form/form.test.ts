/** @jest-environment jsdom */
import { act, createElement, type FormEvent } from "react";
import { createRoot, type Root } from "react-dom/client";
import { IntlProvider } from "react-intl";
import { array, number, object } from "yup";
import { resetPasswordSchema } from "../../../shared/identity/session/session.schema";
import { ProblemError } from "../../platform/problem-error";
import { Form } from "./Form";
import { useForm, validationErrors } from "./form";

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

test("two clicks on the submit button send the form once", async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  let answer = () => {};
  const onSubmit = jest.fn(() => new Promise<void>((resolve) => (answer = resolve)));
  let form: { onSubmit: (event: FormEvent<HTMLFormElement>) => void; sending: boolean } | undefined;
  const Dialog = () => {
    form = useForm(object({ amount: number().required() }), { initialValues: { amount: 5 }, onSubmit });
    return null;
  };
  const root = createRoot(document.createElement("div"));
  await act(async () => root.render(createElement(IntlProvider, { locale: "en" }, createElement(Dialog))));
  const submit = () => form?.onSubmit({ preventDefault() {}, stopPropagation() {} } as FormEvent<HTMLFormElement>);
  await act(async () => (submit(), submit()));
  expect([onSubmit.mock.calls.length, form?.sending]).toEqual([1, true]);
  await act(async () => answer());
  expect(form?.sending).toBe(false);
  act(() => root.unmount());
});

test("errors of a refused upload stay until their field changes", async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  let form: ReturnType<typeof useForm> | undefined;
  const Dialog = () => {
    form = useForm(object(), { initialValues: { items: ["a"], note: "" }, onSubmit: async () => {} }) as never;
    return null;
  };
  const root = createRoot(document.createElement("div"));
  await act(async () => root.render(createElement(IntlProvider, { locale: "en" }, createElement(Dialog))));
  act(() => form?.showErrors({ "items.0.receipts": "Too large", note: "Too long" }));
  expect([form?.errorAt("items.0.receipts"), form?.errorAt("note")]).toEqual(["Too large", "Too long"]);
  await act(async () => form?.setValue("items", ["b"]));
  expect([form?.errorAt("items.0.receipts"), form?.errorAt("note")]).toEqual([undefined, "Too long"]);
  act(() => root.unmount());
});

test("an error at a field that the form doesn't render is a message of the form", async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  const errors = { title: ["Too long"], vacancy_id: ["The vacancy is filled"] };
  let form: ReturnType<typeof useForm> | undefined;
  const Dialog = () => {
    const current = useForm(object(), {
      initialValues: { title: "a", vacancy_id: 4 },
      onSubmit: () => Promise.reject(new ProblemError(422, "request.invalid", "", errors)),
    });
    form = current as never;
    return createElement(Form, {
      form: current,
      children: createElement("p", null, current.errorAt("title")),
    } as never);
  };
  const element = document.createElement("div");
  const root = createRoot(element);
  await act(async () => root.render(createElement(IntlProvider, { locale: "en" }, createElement(Dialog))));
  await act(async () => form?.submit());
  expect(element.querySelector('[role="alert"]')?.textContent).toBe("The vacancy is filled");
  expect(element.querySelector("fieldset > p:last-child")?.textContent).toBe("Too long");
  act(() => root.unmount());
});

describe("adopting another user's values", () => {
  let form: ReturnType<typeof useForm>;
  let onSubmit: () => Promise<unknown>;
  const element = document.createElement("div");
  let root: Root;
  beforeEach(async () => {
    Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
    root = createRoot(element);
    const Dialog = () => {
      const initialValues = { title: "Harbour", city: "Basra", weekend: [6, 0] };
      const current = useForm(object(), { initialValues, onSubmit: () => onSubmit() });
      form = current as never;
      return createElement(Form, { form: current } as never);
    };
    await act(async () => root.render(createElement(IntlProvider, { locale: "en" }, createElement(Dialog))));
  });
  afterEach(() => act(() => root.unmount()));

  const newer = { title: "Port", city: "Erbil", weekend: [5, 6] };

  test("shows them where the user changed nothing, and keeps the typed ones", async () => {
    await act(async () => form.setValue("title", "Quay"));
    await act(async () => form.adopt(newer));
    expect([form.values, form.startValues, form.dirty]).toEqual([{ ...newer, title: "Quay" }, newer, true]);
  });

  test("leaves nothing to save if the other user typed the same", async () => {
    await act(async () => form.setValue("title", newer.title));
    await act(async () => form.adopt(newer));
    expect([form.values, form.dirty]).toEqual([newer, false]);
  });

  test("keeps a value that was chosen during the refused request, and shows the alert", async () => {
    await act(async () => form.setValue("title", "Quay"));
    let refuse = () => {};
    const { adopt } = form;
    onSubmit = () =>
      new Promise<void>((_, reject) => (refuse = () => reject(new ProblemError(409, "conflict", "Changed")))).catch(
        (error: Error) => {
          adopt(newer);
          throw error;
        },
      );
    await act(async () => void form.submit());
    await act(async () => form.setValue("city", "Duhok"));
    await act(async () => refuse());
    expect(form.values).toEqual({ title: "Quay", city: "Duhok", weekend: newer.weekend });
    expect([element.querySelector('[role="alert"]')?.textContent, form.sending]).toEqual(["Changed", false]);
  });
});
