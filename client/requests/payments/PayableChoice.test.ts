/** @jest-environment jsdom */
import { MantineProvider } from "@mantine/core";
import { notifyManager, QueryClientProvider } from "@tanstack/react-query";
import { act, createElement } from "react";
import { createRoot } from "react-dom/client";
import { IntlProvider } from "react-intl";
import shared from "../../../shared/locales/en.json";
import { maxBatchItems } from "../../../shared/requests/payments/payments.schema";
import english from "../../locales/en.json";
import { call } from "../../platform/api";
import { queryClient } from "../../platform/query";
import { PayableChoice, usePayables } from "./PayableChoice";

jest.mock("../../platform/api", () => ({ ...jest.requireActual("../../platform/api"), call: jest.fn() }));
jest.mock("../../../shared/requests/payments/payments.schema", () => ({
  ...jest.requireActual("../../../shared/requests/payments/payments.schema"),
  maxBatchItems: 1,
}));
// Results appear before `act` ends.
beforeAll(() => notifyManager.setScheduler(queueMicrotask));

const row = {
  request_id: 7,
  number: "REQ-7",
  title: "Desk",
  payee: { kind: "person", id: 2, name: "Mia" },
  amount: "20.00",
  currency: "EUR",
  due_on: null,
  problem: null,
  account_proposed: false,
  earlier: [],
  batch: null,
};

function Choice() {
  const payables = usePayables({ currency: "EUR", format: "sepa" });
  return createElement(PayableChoice, { payables, currency: "EUR", executionOn: null, onChange: payables.choose });
}

test.each([false, true])("a full list says that there are more requests only if there are: %s", async (truncated) => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  queryClient.clear();
  expect(maxBatchItems).toBe(1);
  jest.mocked(call).mockResolvedValue({ data: [row], meta: { truncated } } as never);
  const place = document.body.appendChild(document.createElement("div"));
  const root = createRoot(place);
  const themed = createElement(MantineProvider, { env: "test" }, createElement(Choice));
  const cached = createElement(QueryClientProvider, { client: queryClient }, themed);
  const texts = { locale: "en", messages: { ...shared, ...english } as never };
  await act(async () => root.render(createElement(IntlProvider, texts, cached)));
  expect(place.textContent).toContain("REQ-7");
  expect((place.textContent ?? "").includes("Search for the others")).toBe(truncated);
  act(() => root.unmount());
});
