/** @jest-environment jsdom */
import { act, createElement } from "react";
import { createRoot, type Root } from "react-dom/client";
import { TextEditor } from "./TextEditor";

/** The editor's code: what it was handed is what counts here. */
let handed: { typed: unknown; autoFocus: boolean } | null = null;
jest.mock("./RichTextEditor", () => ({
  RichTextEditor: (props: { typed: unknown; autoFocus: boolean }) => {
    handed = props;
    return null;
  },
}));

/** jsdom takes what has the focus for what is pressed. */
let pressed: Element | null = null;
const { matches } = HTMLElement.prototype;
HTMLElement.prototype.matches = function (this: HTMLElement, selector: string) {
  return selector === ":active" ? this === pressed : matches.call(this, selector);
} as typeof matches;

let root: Root;
const place = document.body.appendChild(document.createElement("div"));
const plain = () => place.querySelector("textarea");
const frame = () => act(() => new Promise<void>((resolve) => requestAnimationFrame(() => resolve())));
/** The editor's code is here after a while. */
async function handOver(): Promise<void> {
  for (let count = 0; count < 200 && !handed; count++) await frame();
}
const told: string[] = [];

const show = (props: { resting?: boolean; autoFocus?: boolean; html?: string }) =>
  act(() =>
    root.render(
      createElement(TextEditor, {
        label: "Comment",
        html: "",
        onChange: (html: string) => void told.push(html),
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
  handed = null;
  told.splice(0);
  root = createRoot(place);
});
afterEach(() => act(() => root.unmount()));

test("takes the keys in the frame in which it is asked for, and hands text, place and focus over", async () => {
  show({ autoFocus: true });
  expect(document.activeElement).toBe(plain());
  type("Not sure, need", 4, 8);
  expect(told.at(-1)).toContain("Not sure, need");
  expect(handed).toBeNull();
  await handOver();
  expect(plain()).toBeNull();
  expect(handed).toMatchObject({ typed: { text: "Not sure, need", from: 4, to: 8 }, autoFocus: true });
});

test("the editor doesn't take a focus that has gone elsewhere meanwhile", async () => {
  show({ resting: true });
  show({ resting: false });
  type("Half a", 6);
  act(() => plain()?.blur());
  await handOver();
  expect(handed).toMatchObject({ typed: { text: "Half a" }, autoFocus: false });
});

test("nothing changes under a pressed pointer", async () => {
  show({ resting: true });
  show({ resting: false });
  pressed = plain();
  await frame();
  await frame();
  expect(plain()).toBe(pressed);
  pressed = null;
  await handOver();
  expect(plain()).toBeNull();
});

test("while nobody writes it is a line, whatever has been loaded", async () => {
  show({ resting: true });
  await frame();
  expect(plain()).not.toBeNull();
  expect(handed).toBeNull();
});

test("a syllable that is being composed is finished first", async () => {
  show({ resting: true });
  show({ resting: false });
  const field = plain();
  act(() => void field?.dispatchEvent(new CompositionEvent("compositionstart", { bubbles: true })));
  await frame();
  await frame();
  expect(plain()).toBe(field);
  type("안녕", 2);
  act(() => void field?.dispatchEvent(new CompositionEvent("compositionend", { bubbles: true })));
  await handOver();
  expect(handed).toMatchObject({ typed: { text: "안녕" } });
});
