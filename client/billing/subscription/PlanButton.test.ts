/** @jest-environment jsdom */
import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { act, createElement } from "react";
import { createRoot } from "react-dom/client";
import { IntlProvider } from "react-intl";
import { openPortal } from "../../../shared/billing/subscription/subscription.contract";
import shared from "../../../shared/locales/en.json";
import english from "../../locales/en.json";
import { call } from "../../platform/api";
import { queryClient } from "../../platform/query";
import { PlanButton } from "./PlanButton";

jest.mock("../../platform/api", () => ({ ...jest.requireActual("../../platform/api"), call: jest.fn() }));

test("while an invoice is unpaid, other plans say so and lead to the payment", async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  jest.spyOn(window, "open").mockReturnValue({ location: {} } as Window);
  jest.mocked(call).mockResolvedValue({ portal_url: "https://pay.test/" });
  const plan = { id: 2, name: "Business", monthly_price: "99.00", current_plan: false, can_subscribe: true };
  const choose = jest.fn();
  const subscription = { state: "past_due", period: "monthly", can: { portal: true } };
  const choice = { mayChoose: true, choose, running: false, subscription, pending: false, dialog: null };
  const button = createElement(PlanButton, { plan, period: "monthly", choice } as never);
  const screen = createElement(MantineProvider, { env: "test" }, button);
  const cached = createElement(QueryClientProvider, { client: queryClient }, screen);
  const place = document.body.appendChild(document.createElement("div"));
  const root = createRoot(place);
  const texts = { locale: "en", messages: { ...shared, ...english } };
  await act(async () => root.render(createElement(IntlProvider, texts, cached)));
  expect(place.textContent).toContain("once the open invoice is paid");
  await act(async () => place.querySelector("button")?.click());
  expect(choose).not.toHaveBeenCalled();
  expect(jest.mocked(call).mock.lastCall?.[0]).toBe(openPortal);
  act(() => root.unmount());
});
