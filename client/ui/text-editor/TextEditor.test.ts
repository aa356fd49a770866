/** @jest-environment jsdom */
import { act, createElement } from "react";
import { createRoot, type Root } from "react-dom/client";
import { TextEditor } from "./TextEditor";

let mountedWith: { typed: unknown; autoFocus: boolean } | null = null;
jest.mock("./RichTextEditor", () => ({
  RichTextEditor: (props: { typed: unknown; autoFocus: boolean }) => {
    mountedWith = props;
    return null;
  },
}));

/** jsdom reports the focused element as `:active`, so `matches` is replaced. */
let pressed: Element | null = null;
const { matches } = HTMLElement.prototype;
HTMLElement.prototype.matches = function (this: HTMLElement, selector: string) {
  return selector === ":active" ? this === pressed : matches.call(this, selector);
} as typeof matches;

let root: Root;
const place = document.body.appendChild(document.createElement("div"));
const plain = () => place.querySelector("textarea");
const frame = () => act(() => new Promise<void>((resolve) => requestAnimationFrame(() => resolve())));
async function waitForEditor(): Promise<void> {
  for (let count = 0; count < 200 && !mountedWith; count++) await frame();
}
const changes: string[] = [];

const show = (props: { resting?: boolean; autoFocus?: boolean; html?: string }) =>
  act(() =>
    root.render(
      createElement(TextEditor, {
        label: "Comment",
        html: "",
        onChange: (html: string) => void changes.push(html),
        ...props,
      } as Parameters<typeof TextEditor>[0]),
    ),
  );

function type(text: string, from: number, to = from): void {
  const field = plain();
  if (!field) throw new Error("There is no plain field.");
  act(() => {
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value")?.set?.call(field, text);
    field.dispatchEvent(new Event("input", { bubbles: true }));
    field.setSelectionRange(from, to);
  });
}

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  mountedWith = null;
  changes.splice(0);
  root = createRoot(place);
});
afterEach(() => act(() => root.unmount()));

test("the plain field accepts keys at once and passes its text to the editor", async () => {
  show({ autoFocus: true });
  expect(document.activeElement).toBe(plain());
  type("Not sure, need", 4, 8);
  expect(changes.at(-1)).toContain("Not sure, need");
  expect(mountedWith).toBeNull();
  await waitForEditor();
  expect(plain()).toBeNull();
  expect(mountedWith).toMatchObject({ typed: { text: "Not sure, need", from: 4, to: 8 }, autoFocus: true });
});

test("the loaded editor doesn't take the focus if it has moved elsewhere", async () => {
  show({ resting: true });
  show({ resting: false });
  type("Half a", 6);
  act(() => plain()?.blur());
  await waitForEditor();
  expect(mountedWith).toMatchObject({ typed: { text: "Half a" }, autoFocus: false });
});

test("the editor replaces the field in the same task in which it reads the text", async () => {
  show({ resting: true });
  show({ resting: false });
  pressed = plain();
  await frame();
  await frame();
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false }); // `act` would render at once in any case
  pressed = null;
  const fieldAfterReading = await new Promise((resolve) => requestAnimationFrame(() => resolve(plain())));
  expect(fieldAfterReading).toBeNull();
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
});

test("the field isn't replaced while the pointer is pressed on it", async () => {
  show({ resting: true });
  show({ resting: false });
  pressed = plain();
  await frame();
  await frame();
  expect(plain()).toBe(pressed);
  pressed = null;
  await waitForEditor();
  expect(plain()).toBeNull();
});

test("a collapsed field isn't replaced by the editor even when its code is loaded", async () => {
  show({ resting: true });
  await frame();
  expect(plain()).not.toBeNull();
  expect(mountedWith).toBeNull();
});

test("an IME composition is finished before the editor takes over", async () => {
  show({ resting: true });
  show({ resting: false });
  const field = plain();
  act(() => void field?.dispatchEvent(new CompositionEvent("compositionstart", { bubbles: true })));
  await frame();
  await frame();
  expect(plain()).toBe(field);
  type("안녕", 2);
  act(() => void field?.dispatchEvent(new CompositionEvent("compositionend", { bubbles: true })));
  await waitForEditor();
  expect(mountedWith).toMatchObject({ typed: { text: "안녕" } });
});
