/** @jest-environment jsdom */
import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { act, createElement, type ComponentType } from "react";
import { createRoot } from "react-dom/client";
import { IntlProvider } from "react-intl";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { type HeldCall, holdCalls } from "../../tests/support/held-calls";
import both from "../../shared/locales/en.json";
import texts from "../locales/en.json";
import { DraftSlot } from "../platform/drafts/drafts";
import { queryClient } from "../platform/query";
import { toExpenseValues } from "../requests/expenses/expense.values";
import { ExpenseForm } from "../requests/expenses/ExpenseForm";
import { FinanceForm } from "../requests/finance/form/FinanceForm";
import { toFinanceValues } from "../requests/finance/form/finance.values";
import { FormFill } from "../requests/forms/FormFill";
import { LeaveForm } from "../requests/leave/requests/LeaveForm";
import { toLeaveValues } from "../requests/leave/requests/leave-form";

jest.mock("../platform/session", () => {
  const user = { id: 1, external: false, permissions: [], tenant: { id: 1, time_zone: "UTC", weekend: [] } };
  return {
    currentSession: { value: { user, tenant: user.tenant } },
    useCurrentUser: () => user,
    useMaybeUser: () => user,
    useTenant: () => user.tenant,
    useCan: () => () => false,
    useHasFeature: () => () => true,
  };
});
jest.mock("../ui/form/DraftGuard", () => ({ DraftGuard: () => null }));
jest.mock("../approvals/approvals/ChainPreview", () => ({ ChainPreview: () => null }));

/** A draft based on version 2. The server has version 3 when the form opens and version 4 when it is saved. */
const draft = {
  id: 7,
  version: 3,
  status: "draft",
  number: null,
  sent_at: null,
  can: { edit: true },
  activities: [],
  steps: [],
};
const claim = { ...draft, title: "Trip", note: "", advance: null, items: [], receipts: [] };
const leave = {
  ...draft,
  leave_type: { id: 3 },
  start_date: "2027-03-01",
  end_date: "2027-03-02",
  start_half: null,
  end_half: null,
  part: null,
  credit: null,
  reason: "",
  substitute: null,
  file: null,
};
const finance = {
  ...draft,
  type: "cash_advance",
  currency: "USD",
  details: "Trip",
  supplier: null,
  supplier_id: null,
  invoice_number: null,
  invoice_date: null,
  service_from: null,
  service_to: null,
  needed_by: null,
  due_on: null,
  note: "",
  no_file_reason: null,
  over_budget_reason: null,
  items: [{ details: "Taxi", price: "5", quantity: 1 }],
};
const choices = { currency: "USD", currencies: [], categories: [], projects: [], advances: [], vat_rates: [] };
const settings = { currency: "USD", currencies: [], cost_accounts: [], fields: {} };
const field = {
  id: "f1",
  kind: "text",
  label: "Why",
  help: "",
  translations: {},
  required: false,
  choices: [],
  columns: [],
  currencies: [],
  shown_if: [],
};
const definition = { title: "Visit", translations: {}, description: "", fields: [field], steps: [] };

type Screen = [string, ComponentType<never>, object, place: string, typed: object];
const screens: Screen[] = [
  [
    "an expense claim",
    ExpenseForm,
    { claim, choices },
    "expense:7",
    { ...toExpenseValues(claim as never), note: "Mine" },
  ],
  ["a leave request", LeaveForm, { leave }, "leave:7", { ...toLeaveValues(leave as never), reason: "Mine" }],
  [
    "a finance request",
    FinanceForm,
    { request: finance, settings },
    "finance:7",
    { ...toFinanceValues(finance as never), note: "Mine" },
  ],
  [
    "a form request",
    FormFill,
    { form: { id: 5, version: 1, definition }, request: { ...draft, answers: { f1: "" }, files: [] } },
    "form:request:7",
    { f1: "Mine" },
  ],
];

let calls: HeldCall[];
beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true, Request: class {} });
  jest.useFakeTimers({ doNotFake: ["queueMicrotask", "setImmediate"] });
  localStorage.clear();
  calls = holdCalls();
});
afterEach(() => {
  jest.useRealTimers();
  queryClient.clear();
});

const settle = async (ms = 0) => {
  await act(async () => {
    await jest.advanceTimersByTimeAsync(ms);
  });
};
const isSave = ({ method }: HeldCall) => method === "PUT" || method === "POST";
const saves = () => calls.filter(isSave).map(({ body }) => body as { version: number });
const stale = (version: number) => ({
  message: "This request was changed in the meantime.",
  code: "request.stale",
  data: { id: 7, version },
});

async function render(form: ComponentType<never>, props: object) {
  const box = document.body.appendChild(document.createElement("div"));
  const root = createRoot(box);
  const router = createMemoryRouter([{ path: "*", element: createElement(form as ComponentType, props as never) }]);
  const inside = createElement(MantineProvider, null, createElement(RouterProvider, { router }));
  const messages = { ...texts, ...both } as Record<string, string>;
  const content = createElement(QueryClientProvider, { client: queryClient }, inside);
  await act(async () => root.render(createElement(IntlProvider, { locale: "en", messages }, content)));
  const button = (name: string) => [...box.querySelectorAll("button")].find(({ textContent }) => textContent === name);
  return { box, button, close: () => act(() => root.unmount()) };
}

test.each(screens)(
  "a kept draft of %s is saved over a newer version after confirmation",
  async (_, form, props, place, typed) => {
    new DraftSlot(place).write(typed, 2);
    const { box, button, close } = await render(form, props);
    const saveMine = () => button("Save mine");
    await settle(1_000);
    expect(saves().map(({ version }) => version)).toEqual([2]);
    expect(saveMine()).toBeUndefined();
    calls.find(isSave)?.answer(stale(4), 409);
    await settle();
    expect(box.textContent).toContain("This request was changed in the meantime.");
    expect(saves()).toHaveLength(1);
    act(() => saveMine()?.click());
    await settle();
    // The claim is read before its items are matched.
    calls
      .filter(({ method, path }) => method === "GET" && path.endsWith("/expense/claim/7"))
      .at(-1)
      ?.answer({ data: { ...claim, version: 4 } });
    await settle();
    expect(saves().map(({ version }) => version)).toEqual([2, 4]);
    expect(JSON.stringify(saves()[1])).toContain("Mine");
    expect(saveMine()).toBeUndefined();
    close();
  },
);

test.each(screens)(
  "a discarded draft of %s no longer conflicts with the shown version",
  async (_, form, props, place, typed) => {
    new DraftSlot(place).write(typed, 2);
    const { box, button, close } = await render(form, props);
    await settle(1_000);
    calls.find(isSave)?.answer(stale(3), 409);
    await settle();
    expect(button("Save mine")).toBeDefined();
    act(() => box.querySelector<HTMLElement>(".draft button")?.click());
    await settle();
    expect(button("Save mine")).toBeUndefined();
    close();
  },
);

test.each(screens.slice(0, 3))("discarding the draft of %s doesn't send it", async (_, form, props) => {
  const { button, close } = await render(form, props);
  act(() => (button(texts["finance.discard"]) ?? button(texts["leave.discard"]))?.click());
  await settle(500);
  act(() => document.querySelector<HTMLElement>("[role=dialog] button[type=submit]")?.click());
  await settle();
  expect(calls.map(({ method }) => method).filter((method) => method !== "GET")).toEqual(["DELETE"]);
  close();
});
