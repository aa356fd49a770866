/** @jest-environment jsdom */
import { startGuardingComposition } from "./composing";

let stop = () => {};
beforeEach(() => (stop = startGuardingComposition()));
afterEach(() => stop());

function seen(key: string, { isComposing = false, keyCode = 0 } = {}): boolean {
  document.body.innerHTML = "<input>";
  const field = document.body.firstElementChild as HTMLElement;
  let heard = false;
  field.addEventListener("keydown", () => (heard = true));
  field.dispatchEvent(new KeyboardEvent("keydown", { key, isComposing, keyCode, bubbles: true }));
  return heard;
}

test.each(["Enter", "Escape", "Tab"])("no field receives the %s that ends a composition", (key) => {
  expect([seen(key, { isComposing: true }), seen(key, { keyCode: 229 })]).toEqual([false, false]);
});

test("all other keys are received", () => {
  expect([seen("Enter", { keyCode: 13 }), seen("Escape", { keyCode: 27 }), seen("a", { keyCode: 65 })]).toEqual([
    true,
    true,
    true,
  ]);
  expect(seen("Unidentified", { keyCode: 229 })).toBe(true); // on-screen keyboards send every letter with this key code
});
