/** @jest-environment jsdom */
import { MantineProvider } from "@mantine/core";
import { notifyManager, QueryClientProvider } from "@tanstack/react-query";
import { act, createElement, type ReactElement } from "react";
import { createRoot, type Root } from "react-dom/client";
import { IntlProvider } from "react-intl";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import shared from "../../../shared/locales/en.json";
import english from "../../locales/en.json";
import { call } from "../../platform/api";
import { ProblemError } from "../../platform/problem-error";
import { queryClient } from "../../platform/query";
import { ScheduleFields } from "../../work/schedules/ScheduleFields";
import { SchedulesPanel } from "./SchedulesPanel";

jest.mock("../../platform/api", () => ({ ...jest.requireActual("../../platform/api"), call: jest.fn() }));

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

const retryButton = () => [...place.querySelectorAll("button")].find(({ textContent }) => textContent === "Try again");
const fields = createElement(ScheduleFields, {
  label: "Schedule",
  value: { minutes: null, other: null },
  onChange() {},
});
const panel = createElement(SchedulesPanel, { id: 7 });

test("the schedules of a user are hidden from readers who get 404", async () => {
  failWith(404);
  await show(panel);
  expect(call).toHaveBeenCalledTimes(1);
  expect(queryClient.isFetching()).toBe(0);
  expect(place.querySelector("section, [role=alert]")).toBeNull();
});

test.each([
  ["schedules of a user", panel],
  ["schedule templates of a form", fields],
])("%s that can't be read are reported and read again on request", async (_, element) => {
  failWith(500);
  await show(element);
  expect(place.querySelector("[role=alert]")?.textContent).toContain("Not available");
  await act(async () => retryButton()?.click());
  expect(call).toHaveBeenCalledTimes(2);
});

test("a schedule is withdrawn as it was shown, and read again after a refusal", async () => {
  const weeks = { minutes: [0, 480, 480, 480, 480, 0, 0], other: null };
  const schedule = { id: 3, from: "2031-01-01", until: null, anchor: "2030-12-30", ...weeks, can: { withdraw: true } };
  const week = { weekend: [0, 6], minutes_per_day: 480 };
  const data = { week, today: "2030-06-01", schedules: [schedule], can: { change: true } };
  jest.mocked(call).mockResolvedValue({ data });
  await show(panel);
  jest.mocked(call).mockRejectedValueOnce(new ProblemError(409, "user.stale", "Changed"));
  const withdraw = [...place.querySelectorAll("button")].find(({ textContent }) => textContent === "Withdraw");
  await act(async () => withdraw?.click());
  const [, , again] = jest.mocked(call).mock.calls;
  expect(jest.mocked(call).mock.calls[1]?.[1]).toMatchObject({ params: { id: 3 }, body: { previous: weeks } });
  expect(again?.[0]).toMatchObject({ path: "/user/:id/schedules" });
});
