/** @jest-environment jsdom */
import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { act, createElement, type ReactElement } from "react";
import { createRoot, type Root } from "react-dom/client";
import { IntlProvider } from "react-intl";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import shared from "../../../shared/locales/en.json";
import english from "../../locales/en.json";
import { queryClient } from "../../platform/query";
import { SaveTaskTemplateForm } from "./SaveTaskTemplateForm";
import { SaveTemplateForm } from "./SaveTemplateForm";

jest.mock("../../ui/fields/DateField", () => ({ DateField: () => null }));
jest.mock("../../platform/today", () => ({ useToday: () => "2026-11-20" }));

const place = document.body.appendChild(document.createElement("div"));
let root: Root;
beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  Object.assign(window, {
    matchMedia: () => ({ matches: false, addEventListener() {}, removeEventListener() {} }),
    ResizeObserver: class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  });
  Element.prototype.scrollIntoView = () => {};
  root = createRoot(place);
});
afterEach(() => act(() => root.unmount()));

async function show(form: ReactElement): Promise<void> {
  const router = createMemoryRouter([{ path: "/", element: form }]);
  const screen = createElement(MantineProvider, { env: "test" }, createElement(RouterProvider, { router }));
  const cached = createElement(QueryClientProvider, { client: queryClient }, screen);
  const texts = { locale: "en", messages: { ...shared, ...english } as never };
  await act(async () => root.render(createElement(IntlProvider, texts, cached)));
}

const title = () => place.querySelector<HTMLInputElement>("input[name=title]");
const type = (typed: string) =>
  act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(title(), typed);
    title()?.dispatchEvent(new InputEvent("input", { bubbles: true }));
  });
async function chooseTarget(label: string): Promise<void> {
  await act(async () => place.querySelector<HTMLInputElement>("input[aria-haspopup=listbox]")?.click());
  const options = [...document.querySelectorAll<HTMLElement>("[role=option]")];
  await act(async () => options.find(({ textContent }) => textContent === label)?.click());
}

const onClose = () => {};
const preview = { people: [], omitted: [], task_count: 1 };
const template = { id: 4, code: "own-4", title: "Launch", version: 1 };
const taskForm = createElement(SaveTaskTemplateForm, {
  task: { id: 7, title: "Order tea", due_date: null, start_date: null },
  people: [],
  templates: [template],
  onClose,
} as never);
const projectForm = createElement(SaveTemplateForm, {
  project: { id: 7, title: "Website" },
  preview,
  templates: [template],
  onClose,
} as never);

test.each([
  ["task", taskForm, "Order tea"],
  ["project", projectForm, "Website"],
])("the typed name of a %s template survives a change of the target", async (_, form, suggestion) => {
  await show(form);
  expect(title()?.value).toBe(suggestion);
  await type("Monthly order");
  await chooseTarget("Launch");
  expect(title()).toBeNull();
  await chooseTarget("New template");
  expect(title()?.value).toBe("Monthly order");
});
