/** @jest-environment jsdom */
import { startTitlingCutTexts } from "./cut-text-titles";

let stop: () => void;
beforeEach(() => {
  stop = startTitlingCutTexts();
});
afterEach(() => stop());

function text(html: string, widths: { scroll: number; client: number }): HTMLElement {
  document.body.innerHTML = html;
  const element = document.querySelector<HTMLElement>("[data-tested]") as HTMLElement;
  Object.defineProperty(element, "scrollWidth", { configurable: true, get: () => widths.scroll });
  Object.defineProperty(element, "clientWidth", { configurable: true, get: () => widths.client });
  return element;
}

const hover = (element: Element) => element.dispatchEvent(new Event("pointerover", { bubbles: true }));

const ellipsis = 'data-tested style="text-overflow: ellipsis"';

test("a cut text has its full text as a tooltip until it fits", () => {
  const widths = { scroll: 200, client: 100 };
  const name = text(`<p ${ellipsis}><bdi>Move plan: from the rented hall</bdi></p>`, widths);
  hover(name.firstElementChild as Element);
  expect(name.title).toBe("Move plan: from the rented hall");
  widths.client = 200;
  hover(name);
  expect(name.hasAttribute("title")).toBe(false);
});

test("a cut field has its value as a tooltip, except a password", () => {
  const field = text(`<input data-tested value="31 March 2027">`, { scroll: 200, client: 100 });
  hover(field);
  expect(field.title).toBe("31 March 2027");
  const password = text(`<input data-tested type="password" value="Demo1234">`, { scroll: 200, client: 100 });
  hover(password);
  expect(password.title).toBe("");
});

test("a tooltip of the product itself is kept", () => {
  const name = text(`<p ${ellipsis} title="Decided by Layla">Move plan</p>`, { scroll: 200, client: 100 });
  hover(name);
  expect(name.title).toBe("Decided by Layla");
});
