/** @jest-environment jsdom */
import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { act, createElement } from "react";
import { createRoot, type Root } from "react-dom/client";
import { IntlProvider } from "react-intl";
import { BrowserRouter } from "react-router-dom";
import { listMyWork } from "../../../shared/work/my-work/my-work.contract";
import shared from "../../../shared/locales/en.json";
import english from "../../locales/en.json";
import { queryClient, readQueryOptions } from "../../platform/query";
import { MyWorkPage } from "./my-work.pages";

jest.mock("../../platform/session", () => ({
  ...jest.requireActual("../../platform/session"),
  useCan: () => () => false,
}));
jest.mock("../../platform/week", () => ({ useWeek: () => ({ first: 1, weekend: [0, 6] }) }));
jest.mock("../../platform/today", () => ({ useToday: () => "2026-11-20" }));
jest.mock("../projects/useFollowProjects", () => ({ useFollowProjects: () => {} }));
jest.mock("../projects/ViewsAcrossProjects", () => ({ ViewsAcrossProjects: () => null }));
jest.mock("../tasks/filters/AdvancedFilter", () => ({ AdvancedFilter: () => null }));
jest.mock("../tasks/filters/DuePill", () => ({ DuePill: () => null }));
jest.mock("../tasks/filters/FilterPills", () => ({ PriorityFilter: () => null, TagPill: () => null }));
jest.mock("./my-work.slots", () => ({ useWorkSections: () => ({ pending: false, sections: [] }) }));
jest.mock("./WorkRow", () => ({ WorkRow: ({ task }: { task: { title: string } }) => task.title }));

const task = (id: number, project_id: number, title: string) => ({
  id,
  project_id,
  title,
  key: `WEB-${id}`,
  due_date: null,
  progress: 0,
  priority: null,
  tag_ids: [],
  created_at: "2026-11-20T08:00:00.000Z",
});
const project = (id: number) => ({ id, title: "Website", color: "blue", tags: [], revision: 1, epoch: 1 });
const work = {
  data: [task(1, 1, "Order tea"), task(2, 2, "Write texts")],
  projects: [project(1), project(2)],
  counts: { assigned: 2, created: 0, watching: 0 },
};

const place = document.body.appendChild(document.createElement("div"));
let root: Root;
const failures = jest.spyOn(console, "error").mockImplementation(() => {});

async function show(address: string): Promise<void> {
  window.history.replaceState(null, "", address);
  for (const per_page of [200, 1_000]) {
    const query = { of: "assigned", state: "open", per_page };
    queryClient.setQueryData(readQueryOptions(listMyWork, { query } as never).queryKey, work as never);
  }
  const page = createElement(BrowserRouter, null, createElement(MyWorkPage));
  const screen = createElement(MantineProvider, { env: "test" }, page);
  const cached = createElement(QueryClientProvider, { client: queryClient }, screen);
  const texts = { locale: "en", messages: { ...shared, ...english } as never };
  await act(async () => root.render(createElement(IntlProvider, texts, cached)));
}

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
  queryClient.setDefaultOptions({ queries: { ...queryClient.getDefaultOptions().queries, staleTime: Infinity } });
  failures.mockClear();
  root = createRoot(place);
});
afterEach(() => act(() => root.unmount()));

test("two projects with the same title have separate groups", async () => {
  await show("/?group=project");
  const groups = () => [...place.querySelectorAll("section[aria-label=Website]")].map(({ textContent }) => textContent);
  expect(groups()).toEqual(["Website1Order tea", "Website1Write texts"]);
  expect(failures.mock.calls.filter(([message]) => String(message).includes("same key"))).toEqual([]);
});

test("the address follows the typed search after a pause", async () => {
  jest.useFakeTimers();
  await show("/");
  const input = place.querySelector("input[aria-label='Search my work']") as HTMLInputElement;
  const type = (typed: string) =>
    act(async () => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(input, typed);
      input.dispatchEvent(new InputEvent("input", { bubbles: true }));
    });
  await type("te");
  await type("tea");
  expect([input.value, window.location.search]).toEqual(["tea", ""]);
  await act(async () => jest.runAllTimers());
  expect([input.value, window.location.search]).toEqual(["tea", "?q=tea"]);
  expect(place.textContent).not.toContain("Write texts");
  jest.useRealTimers();
});
