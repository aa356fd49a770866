/** @jest-environment jsdom */
import { MantineProvider } from "@mantine/core";
import { Editor, EditorContent } from "@tiptap/react";
import StarterKit from "@tiptap/starter-kit";
import { act, createElement } from "react";
import { createRoot } from "react-dom/client";
import { IntlProvider } from "react-intl";
import { maxPictureAltLength } from "../../../shared/kernel/fields";
import texts from "../../locales/en.json";
import { pictureExtension } from "./pictures";

test("a picture description above its limit is kept and shows an error", async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  const content = '<img src="/files/7/preview" alt="A dock">';
  const extensions = [StarterKit, pictureExtension(() => Promise.resolve(null))];
  const editor = new Editor({ injectCSS: false, content, extensions });
  const box = document.body.appendChild(document.createElement("div"));
  const root = createRoot(box);
  const screen = createElement(MantineProvider, null, createElement(EditorContent, { editor }));
  await act(async () => root.render(createElement(IntlProvider, { locale: "en", messages: texts }, screen)));
  for (let turn = 0; turn < 20 && !box.querySelector("input"); turn++) await act(async () => {});
  const input = box.querySelector("input") as HTMLInputElement;
  const pasted = "x".repeat(maxPictureAltLength + 5);
  expect([input.value, input.maxLength]).toEqual(["A dock", -1]);
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(input, pasted);
    input.dispatchEvent(new Event("input", { bubbles: true }));
  });
  expect(editor.getHTML()).toContain(pasted);
  expect(box.textContent).toContain("Too long: 205 of at most 200 characters");
  act(() => root.unmount());
  editor.destroy();
});
