/** @jest-environment jsdom */
import { MantineProvider } from "@mantine/core";
import { act, createElement } from "react";
import { createRoot, type Root } from "react-dom/client";
import { IntlProvider } from "react-intl";
import texts from "../../locales/en.json";
import both from "../../../shared/locales/en.json";
import { TimeField } from "./TimeField";

let root: Root;
let box: HTMLElement;
const chosen: string[] = [];

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  window.matchMedia = (() => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} })) as never;
  globalThis.ResizeObserver = class {
    observe() {}
    unobserve() {}
    disconnect() {}
  } as never;
  chosen.length = 0;
  box = document.body.appendChild(document.createElement("div"));
  root = createRoot(box);
  const field = createElement(TimeField, {
    label: "From",
    value: "01:00",
    onChange: (value) => void chosen.push(value),
    isSkipped: (time) => time.startsWith("02:"),
  });
  const intl = createElement(IntlProvider, { locale: "en", messages: { ...texts, ...both } }, field);
  act(() => root.render(createElement(MantineProvider, null, intl)));
});
afterEach(() => act(() => root.unmount()));

function type(value: string): void {
  const input = box.querySelector("input") as HTMLInputElement;
  const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set;
  act(() => {
    setValue?.call(input, value);
    input.dispatchEvent(new Event("input", { bubbles: true }));
  });
}

test("a typed time that a clock change skips is refused with the reason", () => {
  type("02:15");
  expect(chosen).toEqual([]);
  expect(box.textContent).toContain("This time doesn’t exist on this day");
  type("03:15");
  expect(chosen).toEqual(["03:15"]);
  expect(box.textContent).not.toContain("doesn’t exist");
});
