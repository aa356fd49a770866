/** @jest-environment jsdom */
import { act, createElement } from "react";
import { createRoot, type Root } from "react-dom/client";
import { IntlProvider } from "react-intl";
import type { TaskDetail } from "../../../shared/tasks/task-detail.contract";
import english from "../../locales/en.json";
import { startWatchingLeaving } from "../../ui/form/leaving";
import { ShownTaskContext } from "./shown-task";
import { TaskTitle } from "./TaskTitle";
import type { TaskFields } from "../fields/useTaskFields";

// What is said about a field that was saved isn't asked here.
jest.mock("../fields/FieldNote", () => ({ FieldNote: () => null }));

const saved: unknown[] = [];
const fields = {
  state: () => undefined,
  value: () => "Order tea",
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
  stop = startWatchingLeaving();
  root = createRoot(place);
  const title = createElement(TaskTitle, { fields });
  const shown = createElement(ShownTaskContext, { value: task }, title);
  act(() => root.render(createElement(IntlProvider, { locale: "en", messages }, shown)));
  act(() => place.querySelector("button")?.click());
  type("Order green tea");
});
afterEach(() => {
  act(() => root.unmount());
  stop();
});

/** As a person does: the keys are heard, and the field has the words. */
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

test("a focus that a program takes away saves nothing, and the field stays as it is", () => {
  blur();
  expect(saved).toEqual([]);
  expect(field()?.value).toBe("Order green tea");
});

test.each([
  ["pressed elsewhere", new Event("pointerdown", { bubbles: true })],
  ["went on with Tab", new KeyboardEvent("keydown", { key: "Tab", bubbles: true })],
])("what was typed is saved once the person %s", (_, gesture) => {
  document.body.dispatchEvent(gesture);
  blur();
  expect(saved).toEqual([["title", "Order green tea", 3]]);
  expect(field()).toBeNull();
});

test("what was pressed before the last key counts no longer", () => {
  document.body.dispatchEvent(new Event("pointerdown", { bubbles: true }));
  type("Order black tea");
  blur();
  expect(saved).toEqual([]);
});
