/** @jest-environment jsdom */
import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { act, createElement } from "react";
import { createRoot, type Root } from "react-dom/client";
import { IntlProvider } from "react-intl";
import shared from "../../../shared/locales/en.json";
import { workScheduleSchema } from "../../../shared/work/schedules/schedules.contract";
import english from "../../locales/en.json";
import { queryClient } from "../../platform/query";
import { useForm } from "../../ui/form/form";
import { WeeksInputs } from "./ScheduleFields";

const place = document.body.appendChild(document.createElement("div"));
let root: Root;
const submitted = jest.fn();
const fullTime = [0, 480, 480, 480, 480, 480, 0];

function Fixture() {
  const form = useForm(workScheduleSchema, {
    initialValues: { from: "2031-01-01", minutes: fullTime as readonly number[] | null, other: null },
    onSubmit: async ({ minutes }) => submitted(minutes),
  });
  const inputs = createElement(WeeksInputs, {
    value: { minutes: form.values.minutes, other: null },
    onChange: ({ minutes }) => form.setValue("minutes", minutes),
  });
  const replace = createElement(
    "button",
    { type: "button", onClick: () => form.setValue("minutes", fullTime) },
    "Reset",
  );
  return createElement("form", { ref: form.attach, onSubmit: form.onSubmit, noValidate: true }, inputs, replace);
}

beforeEach(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  Object.assign(window, { matchMedia: () => ({ matches: false, addEventListener() {}, removeEventListener() {} }) });
  submitted.mockClear();
  root = createRoot(place);
  const styled = createElement(MantineProvider, { env: "test" }, createElement(Fixture));
  const texts = createElement(IntlProvider, { locale: "en", messages: { ...shared, ...english } as never }, styled);
  await act(async () => root.render(createElement(QueryClientProvider, { client: queryClient }, texts)));
});
afterEach(() => act(() => root.unmount()));

const monday = () => place.querySelectorAll<HTMLInputElement>("input[inputmode=decimal]")[1] as HTMLInputElement;
const type = (typed: string) =>
  act(async () => {
    monday().focus();
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(monday(), typed);
    monday().dispatchEvent(new InputEvent("input", { bubbles: true }));
  });
const submit = () => act(async () => place.querySelector("form")?.requestSubmit());

test.each(["8h", "25", "-1"])("hours typed as %j are refused and stay in the field", async (typed) => {
  await type(typed);
  await act(async () => monday().blur());
  await submit();
  expect(submitted).not.toHaveBeenCalled();
  expect([monday().value, monday().getAttribute("aria-invalid")]).toEqual([typed, "true"]);
  expect(place.textContent).toContain("Must be between 0 and 24");
});

test("typed hours are submitted without leaving the field", async () => {
  await type("6.5");
  expect(document.activeElement).toBe(monday());
  await submit();
  expect(submitted).toHaveBeenCalledWith([0, 390, 480, 480, 480, 480, 0]);
});

test("a week set by other means replaces an unreadable text", async () => {
  await type("8h");
  await act(async () => place.querySelector("button")?.click());
  expect([monday().value, monday().getAttribute("aria-invalid")]).toEqual(["8", null]);
});
