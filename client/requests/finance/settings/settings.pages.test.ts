/** @jest-environment jsdom */
import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { act, createElement } from "react";
import { createRoot } from "react-dom/client";
import { IntlProvider } from "react-intl";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { type HeldCall, holdCalls } from "../../../../tests/support/held-calls";
import texts from "../../../locales/en.json";
import { queryClient } from "../../../platform/query";
import { FinanceSettingsPage } from "./settings.pages";

jest.mock("../../../platform/session", () => {
  const user = { id: 1, external: false, permissions: [], tenant: { id: 1, time_zone: "UTC", currency: "USD" } };
  return {
    currentSession: { value: { user, tenant: user.tenant } },
    useCurrentUser: () => user,
    useMaybeUser: () => user,
    useTenant: () => user.tenant,
    useCan: () => () => true,
    useHasFeature: () => () => true,
  };
});
jest.mock("../../../ui/form/DraftGuard", () => ({ DraftGuard: () => null }));

let calls: HeldCall[];
const replies: [path: string, data: unknown][] = [
  [
    "/finance/settings",
    { version: 1, currency: "USD", currencies: [], archive_days: 30, cost_accounts: [], can: { edit: true } },
  ],
  ["/payment/account", []],
  ["/approvals/rule?", []],
  ["/finance/budget", []],
];
const settle = () =>
  act(async () => {
    await jest.advanceTimersByTimeAsync(0);
  });
async function answer(path: string, data: unknown): Promise<void> {
  for (const call of calls.filter((one) => one.path.includes(path))) call.answer({ data });
  await settle();
}

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true, Request: class {} });
  jest.useFakeTimers({ doNotFake: ["queueMicrotask", "setImmediate"] });
  calls = holdCalls();
});
afterEach(() => {
  jest.useRealTimers();
  queryClient.clear();
});

test("the panels of the finance settings appear together when all have their data", async () => {
  const box = document.body.appendChild(document.createElement("div"));
  const root = createRoot(box);
  const router = createMemoryRouter([{ path: "*", element: createElement(FinanceSettingsPage) }]);
  const inside = createElement(MantineProvider, null, createElement(RouterProvider, { router }));
  const content = createElement(QueryClientProvider, { client: queryClient }, inside);
  await act(async () => root.render(createElement(IntlProvider, { locale: "en", messages: texts }, content)));
  for (const [path, data] of replies) await answer(path, data);
  expect(box.textContent).not.toContain(texts["finance.currencies"]);
  // A panel that fails to load doesn't hide the others.
  for (const call of calls) call.answer({ message: "Not allowed", code: "permission.denied" }, 403);
  await settle();
  expect(box.textContent).toContain(texts["finance.currencies"]);
  act(() => root.unmount());
});
