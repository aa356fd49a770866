/** @jest-environment jsdom */
import { act, createElement } from "react";
import { createRoot } from "react-dom/client";
import { IntlProvider } from "react-intl";
import { ProgressBar } from "./ProgressBar";

test.each([
  [0, 0, ["rest"]],
  [0, 2, ["doing", "rest"]],
  [5, 0, ["done"]],
])("%d done and %d started of 5 tasks are drawn without empty parts", (done_count, doing_count, parts) => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  const box = document.createElement("div");
  const root = createRoot(box);
  const bar = createElement(ProgressBar, { project: { task_count: 5, done_count, doing_count } });
  act(() => root.render(createElement(IntlProvider, { locale: "en", onError: () => {} }, bar)));
  expect([...box.querySelectorAll("i")].map(({ dataset }) => dataset.part)).toEqual(parts);
  act(() => root.unmount());
});
