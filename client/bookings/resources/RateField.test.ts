/** @jest-environment jsdom */
import { MantineProvider } from "@mantine/core";
import { act, createElement } from "react";
import { createRoot } from "react-dom/client";
import { IntlProvider } from "react-intl";
import { currentSession } from "../../platform/session";
import { RateField } from "./RateField";

test("an hourly rate shows the tenant's currency, with its number of decimals", () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  window.matchMedia = () => ({ matches: false, addEventListener() {}, removeEventListener() {} }) as never;
  currentSession.set({ user: { tenant: { currency: "KWD" } } as never, tenant: null });
  const box = document.createElement("div");
  const root = createRoot(box);
  const field = createElement(RateField, { value: "12.5", onChange: () => {} });
  const themed = createElement(MantineProvider, null, field);
  act(() => root.render(createElement(IntlProvider, { locale: "en", onError: () => {} }, themed)));
  expect([box.querySelector("small")?.textContent, box.querySelector("input")?.value]).toEqual(["KWD", "12.500"]);
  act(() => root.unmount());
});
