/** @jest-environment jsdom */
import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { act, createElement } from "react";
import { createRoot } from "react-dom/client";
import { IntlProvider } from "react-intl";
import type { DepartmentCover } from "../../../../shared/requests/leave/cover/team-calendar.contract";
import shared from "../../../../shared/locales/en.json";
import texts from "../../../locales/en.json";
import { call } from "../../../platform/api";
import { queryClient } from "../../../platform/query";
import { startTrackingBlur } from "../../../ui/fields/blur-tracking";
import { CoverSettings } from "./CoverSettings";

jest.mock("../../../platform/api", () => ({ ...jest.requireActual("../../../platform/api"), call: jest.fn() }));

const departments = [{ id: 3, name: "Warehouse", people: 8, minimum_present: 2 }] as DepartmentCover[];

beforeAll(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  Object.assign(window, {
    matchMedia: () => ({ matches: false, addEventListener() {}, removeEventListener() {} }),
    ResizeObserver: class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  });
});

const input = () => document.querySelector<HTMLInputElement>(".mantine-Popover-dropdown input") as HTMLInputElement;
const press = (element: Element) =>
  act(async () => {
    element.dispatchEvent(new Event("pointerdown", { bubbles: true }));
    element.dispatchEvent(new MouseEvent("mousedown", { bubbles: true }));
    (document.activeElement as HTMLElement | null)?.blur();
  });
const pressKey = (key: string) =>
  act(async () => void input().dispatchEvent(new KeyboardEvent("keydown", { key, code: key, bubbles: true })));
const type = (value: string) =>
  act(async () => {
    input().focus();
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(input(), value);
    input().dispatchEvent(new InputEvent("input", { bubbles: true }));
  });

test("an invalid minimum stays in the field with its error, and a press elsewhere keeps it open", async () => {
  const stop = startTrackingBlur();
  const root = createRoot(document.body.appendChild(document.createElement("div")));
  const content = createElement(MantineProvider, { env: "test" }, createElement(CoverSettings, { departments }));
  const client = createElement(QueryClientProvider, { client: queryClient }, content);
  const messages = { ...shared, ...texts } as never;
  await act(async () => root.render(createElement(IntlProvider, { locale: "en", messages }, client)));
  const button = document.querySelector("button") as HTMLButtonElement;
  await act(async () => button.click());
  const error = () => document.querySelector(".mantine-Popover-dropdown .mantine-InputWrapper-error")?.textContent;
  await type("20000");
  expect(error()).toBeUndefined();
  await pressKey("Enter");
  expect([input().value, error()]).toEqual(["20000", "Must be between 1 and 10,000"]);
  await press(document.body);
  expect([input().value, error()]).toEqual(["20000", "Must be between 1 and 10,000"]);
  await type("0");
  await press(document.body);
  expect([input().value, error()]).toEqual(["0", "Must be between 1 and 10,000"]);
  expect(call).not.toHaveBeenCalled();
  await type("3");
  expect(error()).toBeUndefined();
  await pressKey("Enter");
  expect(call).toHaveBeenCalledWith(
    expect.objectContaining({ path: "/leave/cover/:department_id" }),
    expect.objectContaining({ params: { department_id: 3 }, body: { minimum_present: 3 } }),
  );
  await type("0");
  await pressKey("Escape");
  expect(input()).toBeNull();
  act(() => root.unmount());
  stop();
});
