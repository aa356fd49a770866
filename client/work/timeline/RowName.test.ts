/** @jest-environment jsdom */
import { MantineProvider } from "@mantine/core";
import { act, createElement } from "react";
import { createRoot } from "react-dom/client";
import { IntlProvider } from "react-intl";
import messages from "../../locales/en.json";
import { RowName } from "./RowName";
import type { TimelineRow } from "./timeline.rows";

test.each(["No dates", "chevron"])("a press on %s unfolds the tasks without dates", (pressed) => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  const box = document.createElement("div");
  const root = createRoot(box);
  const row = { kind: "fold", key: "undated:1", what: "undated", count: 3, open: false } as unknown as TimelineRow;
  const onToggle = jest.fn();
  window.matchMedia = () => ({ matches: false, addEventListener() {}, removeEventListener() {} }) as never;
  const name = createElement(MantineProvider, null, createElement(RowName, { row, onToggle }));
  act(() => root.render(createElement(IntlProvider, { locale: "en", messages }, name)));
  const isText = ({ nodeType, textContent }: Node) => nodeType === Node.TEXT_NODE && textContent === pressed;
  const button = box.querySelector("button");
  const at =
    pressed === "chevron" ? box.querySelector("svg") : [...(button?.childNodes ?? [])].find(isText)?.parentNode;
  act(() => void at?.dispatchEvent(new MouseEvent("click", { bubbles: true })));
  expect(onToggle).toHaveBeenCalledWith("undated:1");
  act(() => root.unmount());
});
