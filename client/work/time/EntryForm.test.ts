/** @jest-environment jsdom */
import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { act, createElement, type ReactNode } from "react";
import { createRoot, type Root } from "react-dom/client";
import { IntlProvider } from "react-intl";
import shared from "../../../shared/locales/en.json";
import english from "../../locales/en.json";
import { ProblemError } from "../../platform/problem-error";
import { queryClient } from "../../platform/query";
import { EntryForm } from "./EntryForm";

let root: Root;
const container = document.body.appendChild(document.createElement("div"));
beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  root = createRoot(container);
});
afterEach(() => act(() => root.unmount()));

async function show(screen: ReactNode): Promise<void> {
  const themed = createElement(MantineProvider, { env: "test" }, screen);
  const cached = createElement(QueryClientProvider, { client: queryClient }, themed);
  await act(async () =>
    root.render(createElement(IntlProvider, { locale: "en", messages: { ...shared, ...english } }, cached)),
  );
}
async function type(name: string, value: string): Promise<void> {
  const input = container.querySelector<HTMLInputElement>(`input[name="${name}"]`) as HTMLInputElement;
  const setter = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set;
  await act(async () => {
    setter?.call(input, value);
    input.dispatchEvent(new Event("input", { bubbles: true }));
  });
}
const valueOf = (name: string) => container.querySelector<HTMLInputElement>(`input[name="${name}"]`)?.value;
const save = () => act(async () => container.querySelector<HTMLButtonElement>('button[type="submit"]')?.click());

test("after a version conflict, a time entry shows and overwrites only changed fields", async () => {
  const newer = { id: 7, date: "2026-11-19", hours: 3, minutes: 15, note: "Survey", version: 2 };
  const onSave = jest.fn().mockRejectedValue(new ProblemError(409, "time.stale", "Changed", {}, newer));
  const initial = { date: "2026-11-18", minutes: 60, note: "Plan", version: 1 };
  await show(createElement(EntryForm, { initial, onSave }));
  await type("note", "Plan of the harbour");
  await save();
  expect(container.querySelector('[role="alert"]')?.textContent).toBe("Changed");
  expect(["length", "note"].map((name) => valueOf(name))).toEqual(["3:15", "Plan of the harbour"]);
  await save();
  expect(onSave.mock.calls.map(([values, , version]) => [values, version])).toEqual([
    [{ date: "2026-11-18", hours: 1, minutes: 0, note: "Plan of the harbour" }, 1],
    [{ date: "2026-11-19", hours: 3, minutes: 15, note: "Plan of the harbour" }, 2],
  ]);
});
