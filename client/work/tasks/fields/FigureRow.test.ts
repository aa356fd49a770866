/** @jest-environment jsdom */
import { MantineProvider } from "@mantine/core";
import { act, createElement } from "react";
import { createRoot, type Root } from "react-dom/client";
import { IntlProvider } from "react-intl";
import type { TaskDetail } from "../../../../shared/work/tasks/task-detail.contract";
import english from "../../../locales/en.json";
import { startTrackingBlur } from "../../../ui/fields/blur-tracking";
import { FigureRow } from "./FigureRow";
import { ShownTaskContext } from "./shown-task";
import type { TaskFields } from "./useTaskFields";

jest.mock("./FieldNote", () => ({ FieldNote: () => null, FieldNoteBox: () => null }));

const saved: unknown[] = [];
const task = { id: 7, version: 3, can: { edit: true } } as TaskDetail;
const place = document.body.appendChild(document.createElement("div"));
let root: Root;
let stop = () => {};

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  saved.splice(0);
  stop = startTrackingBlur();
  root = createRoot(place);
  render({ progress: 20, version: 3 });
  act(() => place.querySelector("button")?.click());
});
afterEach(() => {
  act(() => root.unmount());
  stop();
});

function render({ progress, version }: { progress: number; version: number }): void {
  const fields = {
    failure: () => undefined,
    value: () => progress,
    save: (...values: unknown[]) => void saved.push(values),
  } as unknown as TaskFields;
  const row = createElement(FigureRow, { fields, field: "progress" });
  const screen = createElement(
    MantineProvider,
    null,
    createElement(ShownTaskContext, { value: { ...task, version } }, row),
  );
  const messages = english as Record<string, string>;
  act(() => root.render(createElement(IntlProvider, { locale: "en", messages }, screen)));
}

function type(text: string): void {
  const element = place.querySelector("input") as HTMLInputElement;
  act(() => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(element, text);
    element.dispatchEvent(new Event("input", { bubbles: true }));
  });
}

function leave(): void {
  document.body.dispatchEvent(new Event("pointerdown", { bubbles: true }));
  act(() => place.querySelector("input")?.blur());
}

test("leaving an untouched field keeps another user's value", () => {
  render({ progress: 80, version: 4 });
  leave();
  expect(saved).toEqual([]);
  expect(place.querySelector("input")).toBeNull();
});

test("a typed value is based on the version at the start of editing", () => {
  type("50");
  render({ progress: 80, version: 4 });
  leave();
  expect(saved).toEqual([["progress", 50, 3]]);
});
