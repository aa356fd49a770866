/** @jest-environment jsdom */
import { act, createElement, type ReactNode, type RefObject, useState } from "react";
import { createRoot, type Root } from "react-dom/client";
import { startTrackingBlur } from "../fields/blur-tracking";
import { TextEditor } from "./TextEditor";

type MockProps = { autoFocus: boolean; root: RefObject<HTMLDivElement | null> };
const mockEditor = ({ autoFocus, root: ref }: MockProps) =>
  createElement("div", { "data-text-editor": true, ref }, createElement("textarea", { autoFocus }));
jest.mock("./RichTextEditor", () => ({ RichTextEditor: (props: MockProps) => mockEditor(props) }));

const place = document.body.appendChild(document.createElement("main"));
let root: Root;
let setEditing: (editing: boolean) => void;
beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  root = createRoot(place);
});
afterEach(() => act(() => root.unmount()));

const button = (label: string) =>
  [...document.querySelectorAll("button")].find(({ textContent }) => textContent === label) as HTMLButtonElement;
const focused = () => (document.activeElement === document.body ? "page" : document.activeElement?.textContent);

/** Renders a text with a button that is replaced by the editor, as the screens do. */
async function render({ after = "Edit", outside = false } = {}): Promise<void> {
  const Text = () => {
    const [editing, set] = useState(false);
    const [opened, setOpened] = useState(false);
    setEditing = set;
    const edit = () => (set(true), setOpened(true));
    const opener = createElement("button", { key: "opener", onClick: edit }, opened ? after : "Edit");
    const field = createElement(TextEditor, {
      key: "editor",
      html: "",
      people: [],
      label: "Text",
      autoFocus: true,
      onChange() {},
    });
    const save = createElement("button", { key: "save", onClick: () => set(false) }, "Save");
    const head: ReactNode = outside && !editing ? opener : null;
    return createElement(
      "section",
      null,
      createElement("a", { href: "#top" }, "Top"),
      createElement("header", null, head),
      createElement("div", null, editing ? [field, save] : outside ? "Text" : opener),
    );
  };
  await act(async () => root.render(createElement(Text)));
  button("Edit").focus();
  await act(async () => button("Edit").click());
  expect(document.activeElement?.tagName).toBe("TEXTAREA");
}

test.each([
  ["its opener is rendered again", {}, "Edit"],
  ["its opener has another name", { after: "Change" }, "Change"],
  ["its opener is outside of the editor's container", { outside: true }, "Edit"],
])("closing a rich text returns the focus when %s", async (_, options, expected) => {
  await render(options);
  await act(async () => setEditing(false));
  expect(focused()).toBe(expected);
});

test("pressing the button beside a rich text returns the focus to the opener", async () => {
  await render();
  button("Save").focus();
  await act(async () => button("Save").click());
  expect(focused()).toBe("Edit");
});

test.each(["text", "button"])(
  "closing a rich text that was open with the screen focuses its opener from the %s",
  async (from) => {
    let close: () => void = () => {};
    let restart: () => void = () => {};
    const Text = () => {
      const [editing, setOpen] = useState(true);
      const [round, setRound] = useState(0);
      close = () => setOpen(false);
      restart = () => setRound(1);
      const field = createElement(TextEditor, { key: round, html: "", people: [], label: "Text", onChange() {} });
      const save = createElement("button", { key: "save" }, "Save");
      return createElement("div", null, editing ? [field, save] : createElement("button", null, "Edit"));
    };
    await act(async () => root.render(createElement(Text)));
    await act(async () => restart());
    expect(document.activeElement).toBe(document.body);
    if (from === "text") place.querySelector("textarea")?.focus();
    else button("Save").focus();
    await act(async () => close());
    expect(focused()).toBe("Edit");
  },
);

test("a focus that has moved elsewhere isn't taken back", async () => {
  await render();
  document.querySelector("a")?.focus();
  await act(async () => setEditing(false));
  expect(focused()).toBe("Top");
});

test("Tab to a button that closes with the rich text returns the focus to the opener", async () => {
  await render();
  const editor = document.activeElement as HTMLElement;
  editor.addEventListener("focusout", () => act(() => setEditing(false)));
  await act(async () => button("Save").focus());
  expect(focused()).toBe("Edit");
});

test("pressing an empty area doesn't return the focus", async () => {
  const stop = startTrackingBlur();
  await render();
  window.dispatchEvent(new Event("pointerdown"));
  (document.activeElement as HTMLElement).blur();
  await act(async () => setEditing(false));
  expect(document.activeElement).toBe(document.body);
  stop();
});
