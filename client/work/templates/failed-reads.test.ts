/** @jest-environment jsdom */
import { MantineProvider } from "@mantine/core";
import { notifyManager, QueryClientProvider } from "@tanstack/react-query";
import { act, createElement, type ReactElement } from "react";
import { createRoot, type Root } from "react-dom/client";
import { IntlProvider } from "react-intl";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { readProjectTemplate } from "../../../shared/work/templates/templates.contract";
import shared from "../../../shared/locales/en.json";
import english from "../../locales/en.json";
import { call } from "../../platform/api";
import { ProblemError } from "../../platform/problem-error";
import { queryClient, readQueryOptions } from "../../platform/query";
import { DeletedTemplates } from "./DeletedTemplates";
import { TemplatePanel } from "./TemplateForm";

jest.mock("../../platform/api", () => ({ ...jest.requireActual("../../platform/api"), call: jest.fn() }));
jest.mock("../../ui/fields/DateField", () => ({ DateField: () => null }));

const place = document.body.appendChild(document.createElement("div"));
let root: Root;
// Results appear before `act` ends.
beforeAll(() => notifyManager.setScheduler(queueMicrotask));
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
  queryClient.clear();
  jest.mocked(call).mockReset();
  root = createRoot(place);
});
afterEach(() => act(() => root.unmount()));

const failWith = (status: number) =>
  jest.mocked(call).mockRejectedValue(new ProblemError(status, "unreadable", "Not available"));

async function show(element: ReactElement): Promise<void> {
  const router = createMemoryRouter([{ path: "/", element }]);
  const screen = createElement(MantineProvider, { env: "test" }, createElement(RouterProvider, { router }));
  const cached = createElement(QueryClientProvider, { client: queryClient }, screen);
  const texts = { locale: "en", messages: { ...shared, ...english } as never };
  await act(async () => root.render(createElement(IntlProvider, texts, cached)));
}

const template = {
  code: "launch",
  title: "Launch",
  description: "",
  day_title: null,
  content: { roles: [{ code: "lead", title: "Lead" }], fields: [], views: [], tasks: [] },
  outdated_projects: [],
};
const retryButton = () => [...place.querySelectorAll("button")].find(({ textContent }) => textContent === "Try again");

test.each([
  ["deleted templates", createElement(DeletedTemplates)],
  ["people for the roles of a template", createElement(TemplatePanel, { code: template.code, onClose() {} })],
])("%s that can't be read are reported and read again on request", async (_, element) => {
  const read = readQueryOptions(readProjectTemplate, { params: { code: template.code } });
  queryClient.setQueryData(read.queryKey, { data: template } as never);
  failWith(500);
  await show(element);
  expect(place.querySelector("[role=alert]")?.textContent).toContain("Not available");
  await act(async () => retryButton()?.click());
  expect(call).toHaveBeenCalledTimes(2);
});
