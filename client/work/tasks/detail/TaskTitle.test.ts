/** @jest-environment jsdom */
import { act, createElement } from "react";
import { createRoot, type Root } from "react-dom/client";
import { IntlProvider } from "react-intl";
import type { TaskDetail } from "../../../../shared/work/tasks/task-detail.contract";
import english from "../../../locales/en.json";
import { startTrackingBlur } from "../../../ui/fields/blur-tracking";
import { ShownTaskContext } from "../fields/shown-task";
import { TaskTitle } from "./TaskTitle";
import type { TaskFields } from "../fields/useTaskFields";

jest.mock("../fields/FieldNote", () => ({ FieldNote: () => null }));

const saved: unknown[] = [];
let serverTitle = "Order tea";
const fields = {
  failure: () => undefined,
  value: () => serverTitle,
  save: (...values: unknown[]) => void saved.push(values),
} as unknown as TaskFields;
const task = { id: 7, version: 3, title: "Order tea", can: { edit: true } } as TaskDetail;
const messages = english as Record<string, string>;

let root: Root;
let stop = () => {};
const place = document.body.appendChild(document.createElement("div"));
const field = () => place.querySelector("textarea");

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  saved.splice(0);
  stop = startTrackingBlur();
  root = createRoot(place);
  serverTitle = "Order tea";
  render();
  act(() => place.querySelector("button")?.click());
  type("Order green tea");
});

function render(version = task.version): void {
  const title = createElement(TaskTitle, { fields: { ...fields } });
  const screen = createElement(ShownTaskContext, { value: { ...task, version } }, title);
  act(() => root.render(createElement(IntlProvider, { locale: "en", messages }, screen)));
}
afterEach(() => {
  act(() => root.unmount());
  stop();
});

/** Sends a key event before setting the value, as typing does. */
function type(text: string): void {
  const element = field();
  if (!element) throw new Error("There is no field.");
  act(() => {
    element.dispatchEvent(new KeyboardEvent("keydown", { key: "o", bubbles: true }));
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value")?.set?.call(element, text);
    element.dispatchEvent(new Event("input", { bubbles: true }));
  });
}

const blur = () => act(() => field()?.blur());

test("a programmatic loss of focus doesn't save or close the title", () => {
  blur();
  expect(saved).toEqual([]);
  expect(field()?.value).toBe("Order green tea");
});

test.each([
  ["a click elsewhere", new Event("pointerdown", { bubbles: true })],
  ["Tab", new KeyboardEvent("keydown", { key: "Tab", bubbles: true })],
])("the typed title is saved after %s", (_, gesture) => {
  document.body.dispatchEvent(gesture);
  blur();
  expect(saved).toEqual([["title", "Order green tea", 3]]);
  expect(field()).toBeNull();
});

test("a press before the last key doesn't count as leaving", () => {
  document.body.dispatchEvent(new Event("pointerdown", { bubbles: true }));
  type("Order black tea");
  blur();
  expect(saved).toEqual([]);
});

test("leaving an untouched title keeps another user's title", () => {
  type("Order tea");
  serverTitle = "Order coffee";
  render(4);
  document.body.dispatchEvent(new Event("pointerdown", { bubbles: true }));
  blur();
  expect(saved).toEqual([]);
});
