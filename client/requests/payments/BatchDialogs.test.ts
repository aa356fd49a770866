/** @jest-environment jsdom */
import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { act, createElement, type ReactNode } from "react";
import { createRoot, type Root } from "react-dom/client";
import { IntlProvider } from "react-intl";
import shared from "../../../shared/locales/en.json";
import english from "../../locales/en.json";
import { listPaymentAccounts } from "../../../shared/requests/payments/payment-accounts.contract";
import { changePaymentBatch, readPaymentBatch } from "../../../shared/requests/payments/payment-batches.contract";
import { call } from "../../platform/api";
import { ProblemError } from "../../platform/problem-error";
import { queryClient } from "../../platform/query";
import { EditBatchDialog } from "./BatchDialogs";

let changeDay: (day: string) => void;
const mockDay = ({ onChange }: { onChange: (day: string) => void }) => {
  changeDay = onChange;
  return null;
};
jest.mock("../../platform/api", () => ({ ...jest.requireActual("../../platform/api"), call: jest.fn() }));
jest.mock("../../platform/useOrganizationToday", () => ({ useOrganizationToday: () => "2026-11-18" }));
jest.mock("../../ui/fields/DateField", () => ({ DateField: (props: never) => mockDay(props) }));

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
const save = () => act(async () => document.querySelector<HTMLButtonElement>('button[type="submit"]')?.click());

test("after a version conflict, a batch shows and overwrites only changed fields", async () => {
  const batch = { id: 7, version: 1, account: { id: 3, name: "Main" }, execution_on: "2026-11-20" };
  const newer = { ...batch, version: 2, account: { id: 5, name: "Reserve" } };
  jest.mocked(call).mockImplementation((endpoint) => {
    if (endpoint === readPaymentBatch) return Promise.resolve({ data: newer } as never);
    if (endpoint === listPaymentAccounts)
      return Promise.resolve({ data: [{ id: 5, name: "Reserve", archived: false }] } as never);
    return Promise.reject(
      new ProblemError(409, "request.stale", "Changed", {}, { id: 7, status: "draft", version: 2 }),
    );
  });
  await show(createElement(EditBatchDialog, { batch: batch as never, opened: true, onClose: () => undefined }));
  await act(async () => changeDay("2026-11-25"));
  await save();
  expect(document.querySelector('[role="alert"]')?.textContent).toBe("Changed");
  expect([...document.querySelectorAll("input")].map(({ value }) => value)).toContain("Reserve");
  await save();
  const changes = jest.mocked(call).mock.calls.filter(([endpoint]) => endpoint === changePaymentBatch);
  expect(changes.map(([, options]) => (options as { body: object }).body)).toEqual([
    { execution_on: "2026-11-25", version: 1 },
    { execution_on: "2026-11-25", version: 2 },
  ]);
});
