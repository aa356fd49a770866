/** @jest-environment jsdom */
import { MantineProvider } from "@mantine/core";
import { act, type ChangeEvent, createElement, useState } from "react";
import { createRoot, type Root } from "react-dom/client";
import { IntlProvider } from "react-intl";
import english from "../../../locales/en.json";
import { activeLanguage$ } from "../../../platform/intl/language";
import { type LeaveTypeValues, toLeaveTypeValues } from "./leave-type-form";
import { TypeDays } from "./LeaveTypeFields";

const place = document.body.appendChild(document.createElement("div"));
let root: Root;
let values: LeaveTypeValues;
let adopt: (changes: Partial<LeaveTypeValues>) => void;

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  root = createRoot(place);
});
afterEach(() => act(() => root.unmount()));

interface ScreenProps {
  start: Partial<LeaveTypeValues>;
  onValues: (now: LeaveTypeValues, change: typeof adopt) => void;
}

function Screen({ start, onValues }: ScreenProps) {
  const [now, setNow] = useState<LeaveTypeValues>({ ...toLeaveTypeValues(null), ...start });
  onValues(now, (changes) => setNow((all) => ({ ...all, ...changes })));
  const setValue = (name: string, value: unknown) => setNow((all) => ({ ...all, [name]: value }));
  const field = (name: string) => ({
    value: now[name],
    onChange: (changed: string | ChangeEvent<HTMLInputElement>) =>
      setValue(name, typeof changed === "string" ? changed : changed.currentTarget.value),
  });
  const check = (name: string) => ({ checked: now[name], onChange: () => setValue(name, !now[name]) });
  return createElement(TypeDays, { form: { values: now, setValue, field, valueProps: field, check } as never });
}

function show(start: Partial<LeaveTypeValues>): void {
  const onValues = (now: LeaveTypeValues, change: typeof adopt) => {
    values = now;
    adopt = change;
  };
  const screen = createElement(MantineProvider, null, createElement(Screen, { start, onValues }));
  act(() =>
    root.render(createElement(IntlProvider, { locale: "en", messages: english as Record<string, string> }, screen)),
  );
}

const dayFields = () =>
  [...place.querySelectorAll<HTMLInputElement>("[inputmode=decimal]")].map((input) => input.labels?.[0]?.textContent);
const differs = () =>
  [...place.querySelectorAll<HTMLInputElement>("[role=switch]")].find(
    (input) => input.labels?.[0]?.textContent === english["leaveType.byGender"],
  );

test("a leave type with equal days for women and men has one field for both", () => {
  show({ days_female: "21", days_male: "21" });
  expect(dayFields()).toEqual(["Days per year"]);
  act(() => differs()?.click());
  expect(dayFields()).toEqual(["Days for women", "Days for men"]);
});

test("a leave type with different days has two fields, until they are made equal", () => {
  show({ days_female: "30", days_male: "21" });
  expect(dayFields()).toEqual(["Days for women", "Days for men"]);
  act(() => differs()?.click());
  expect(dayFields()).toEqual(["Days per year"]);
  expect([values.days_female, values.days_male]).toEqual(["30", "30"]);
});

test("days that another user made different have two fields", () => {
  show({ days_female: "25", days_male: "25" });
  act(() => adopt({ days_female: "30" }));
  expect(dayFields()).toEqual(["Days for women", "Days for men"]);
});

test("a leave type for women only has one field and no choice by gender", () => {
  show({ days_female: "30", days_male: "0", gender: "female" });
  expect(dayFields()).toEqual(["Days per year"]);
  expect(differs()).toBeUndefined();
});

test("a leave type for men only shows the number of men", () => {
  show({ days_female: "0", days_male: "30", gender: "male" });
  expect(dayFields()).toEqual(["Days per year"]);
  expect(place.querySelector<HTMLInputElement>("[inputmode=decimal]")?.value).toBe("30");
});

test("days are shown in the digits of the language", () => {
  const before = activeLanguage$.value;
  activeLanguage$.set({ ...before, language: "ar" });
  show({ days_female: "22.5", days_male: "22.5" });
  expect(place.querySelector<HTMLInputElement>("[inputmode=decimal]")?.value).toBe("٢٢٫٥");
  act(() => activeLanguage$.set(before));
});
