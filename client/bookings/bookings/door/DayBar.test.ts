/** @jest-environment jsdom */
import { act, createElement } from "react";
import { createRoot } from "react-dom/client";
import { IntlProvider } from "react-intl";
import { DayBar } from "./DayBar";

test("the day's bookings and hours are on a time axis, which isn't mirrored", () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  const box = document.createElement("div");
  const root = createRoot(box);
  const periods = [{ start_date: "2026-11-19T09:00:00Z", end_date: "2026-11-19T10:00:00Z" }];
  const props = { periods, now: Date.parse("2026-11-19T09:30:00Z"), timeZone: "UTC" };
  const bar = createElement(DayBar, props);
  act(() => root.render(createElement(IntlProvider, { locale: "ar", onError: () => {} }, bar)));
  const positioned = box.querySelectorAll("i, b, span");
  expect(positioned.length).toBeGreaterThan(8);
  expect([...positioned].filter((one) => !one.closest(".time-axis"))).toEqual([]);
  act(() => root.unmount());
});
