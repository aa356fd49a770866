/** @jest-environment jsdom */
import { startGuardingComposition } from "./composing";

let stop = () => {};
beforeEach(() => (stop = startGuardingComposition()));
afterEach(() => stop());

function isComposingKey(key: string, { isComposing = false, keyCode = 0 } = {}): boolean {
  document.body.innerHTML = "<input>";
  const field = document.body.firstElementChild as HTMLElement;
  let heard = false;
  field.addEventListener("keydown", () => (heard = true));
  field.dispatchEvent(new KeyboardEvent("keydown", { key, isComposing, keyCode, bubbles: true }));
  return heard;
}

test.each(["Enter", "Escape", "Tab"])("no field receives the %s that ends a composition", (key) => {
  expect([isComposingKey(key, { isComposing: true }), isComposingKey(key, { keyCode: 229 })]).toEqual([false, false]);
});

test("all other keys are received", () => {
  expect([
    isComposingKey("Enter", { keyCode: 13 }),
    isComposingKey("Escape", { keyCode: 27 }),
    isComposingKey("a", { keyCode: 65 }),
  ]).toEqual([true, true, true]);
  expect(isComposingKey("Unidentified", { keyCode: 229 })).toBe(true); // on-screen keyboards send every letter with this key code
});
