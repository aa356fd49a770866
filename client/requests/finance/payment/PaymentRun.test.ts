/** @jest-environment jsdom */
import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { act, createElement } from "react";
import { createRoot } from "react-dom/client";
import { IntlProvider } from "react-intl";
import { listPayable, payFinanceRun } from "../../../../shared/requests/finance/finance-commands.contract";
import shared from "../../../../shared/locales/en.json";
import english from "../../../locales/en.json";
import { waitUntil } from "../../../../tests/support/wait-until";
import { call } from "../../../platform/api";
import { queryClient } from "../../../platform/query";
import { PaymentRun } from "./PaymentRun";

jest.mock("../../../platform/api", () => ({ ...jest.requireActual("../../../platform/api"), call: jest.fn() }));
jest.mock("../../../platform/useOrganizationToday", () => ({ useOrganizationToday: () => "2026-11-18" }));
jest.mock("../../../ui/fields/DateField", () => ({ DateField: () => null }));

const payable = {
  id: 7,
  version: 1,
  number: "REQ-7",
  title: "Desk",
  supplier: null,
  requester: { id: 2, fullname: "Mia" },
  amount: "20.00",
  currency: "EUR",
  refusal: null,
};

const buttons = () => [...document.querySelectorAll("button")];
const button = (label: string) => buttons().find(({ textContent }) => textContent === label);

test("a payment run can't be closed while it runs, and shows its report", async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  let confirmPayment: (reply: object) => void = () => undefined;
  const payment = new Promise((resolve) => (confirmPayment = resolve));
  jest.mocked(call).mockImplementation((endpoint) => {
    if (endpoint === listPayable) return Promise.resolve({ data: [payable], meta: { total: 1 } } as never);
    return (endpoint === payFinanceRun ? payment : Promise.resolve({ data: [] })) as never;
  });
  const onClose = jest.fn();
  const root = createRoot(document.body.appendChild(document.createElement("div")));
  const run = createElement(PaymentRun, { opened: true, onClose });
  const themed = createElement(MantineProvider, { env: "test" }, run);
  const cached = createElement(QueryClientProvider, { client: queryClient }, themed);
  const texts = { locale: "en", messages: { ...shared, ...english } };
  await act(async () => root.render(createElement(IntlProvider, texts, cached)));
  const checkbox = () => document.querySelector<HTMLInputElement>('li input[type="checkbox"]');
  await waitUntil("the requests are listed", () => act(async () => checkbox() !== null));
  await act(async () => checkbox()?.click());
  const reference = document.querySelector<HTMLInputElement>('input[name="reference"]') as HTMLInputElement;
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(reference, "Run 3");
    reference.dispatchEvent(new Event("input", { bubbles: true }));
  });
  await act(async () => document.querySelector<HTMLButtonElement>('button[type="submit"]')?.click());
  expect(button("Cancel")?.disabled).toBe(true);
  await act(async () =>
    buttons()
      .find((one) => one.ariaLabel === "Close")
      ?.click(),
  );
  const escape = new KeyboardEvent("keydown", { key: "Escape", code: "Escape", bubbles: true });
  await act(async () => document.body.dispatchEvent(escape));
  expect(onClose).not.toHaveBeenCalled();
  await act(async () => confirmPayment({ data: [{ id: 7, done: true, message: null }] }));
  expect(document.body.textContent).toContain("One request was paid");
  await act(async () => button("Done")?.click());
  expect(onClose).toHaveBeenCalledTimes(1);
  act(() => root.unmount());
});
