/** @jest-environment jsdom */
import { MantineProvider } from "@mantine/core";
import { act, createElement, useState } from "react";
import { createRoot } from "react-dom/client";
import { IntlProvider } from "react-intl";
import texts from "../../locales/en.json";
import { AmountField } from "./AmountField";
import { NumberField } from "./NumberField";

beforeAll(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  window.matchMedia = () => ({ matches: false, addEventListener() {}, removeEventListener() {} }) as never;
});

type FieldProps = Omit<Parameters<typeof AmountField>[0], "value" | "onChange">;

async function render(start: string, props: FieldProps) {
  const values = [start];
  function Field() {
    const [value, setValue] = useState(start);
    return createElement(AmountField, {
      ...props,
      value,
      onChange: (next) => {
        values.push(next);
        setValue(next);
      },
    });
  }
  const box = document.body.appendChild(document.createElement("div"));
  const themed = createElement(MantineProvider, { env: "test" }, createElement(Field));
  await act(async () => createRoot(box).render(createElement(IntlProvider, { locale: "en", messages: texts }, themed)));
  const input = box.querySelector("input") as HTMLInputElement;
  const setText = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set as (text: string) => void;
  return {
    input,
    buttons: () => [...box.querySelectorAll("button")],
    question: () => box.querySelector("[role=alert]")?.textContent ?? "",
    current: () => values.at(-1),
    type: (text: string) =>
      act(async () => {
        input.focus();
        setText.call(input, text);
        input.dispatchEvent(new InputEvent("input", { bubbles: true, inputType: "insertText" }));
      }),
    leave: () => act(async () => input.blur()),
  };
}

test("leaving the field asks, and its value is invalid until a reading is chosen", async () => {
  const { input, buttons, question, current, type, leave } = await render("", { currency: "USD" });
  await type("1.459");
  expect([current(), question()]).toEqual(["1.459?", ""]);
  await leave();
  expect(question()).toContain("1.459 has too many decimals here. Is it 1,459.00?");
  expect(input.getAttribute("aria-describedby")).not.toBeNull();
  await act(async () => buttons()[0]?.click());
  expect([current(), input.value, question()]).toEqual(["1459", "1,459.00", ""]);
  expect(document.activeElement).toBe(input);
});

test("the field asks while typing after an attempt to save", async () => {
  const { question, type } = await render("", { currency: "USD", error: "Must be a number" });
  await type("1.459");
  expect(question()).toContain("Is it 1,459.00?");
});

test("a value a hundred times the last one can be confirmed or reverted", async () => {
  const { input, buttons, question, current, type, leave } = await render("3250", { currency: "USD", before: "3250" });
  await type("325000");
  await leave();
  expect(question()).toContain("So far: 3,250.00.Is 325,000.00 right?");
  await act(async () => buttons()[1]?.click());
  expect([current(), input.value]).toEqual(["3250", "3,250.00"]);
  await type("325000");
  await leave();
  await act(async () => buttons()[0]?.click());
  expect([current(), input.value, question()]).toEqual(["325000", "325,000.00", ""]);
});

test("deleting from a shown amount ignores its group signs", async () => {
  const { current, type } = await render("1234.50", { currency: "USD" });
  await type("1,234.5");
  await type("1,23");
  expect(current()).toBe("123");
});

test("an unconfirmed value from a draft is asked at once", async () => {
  const { input, question } = await render("1.459?", { currency: "USD" });
  expect([input.value, question()]).toEqual(["1.459", expect.stringContaining("1,459.00")]);
});

test("arrow keys change a whole number within its range", async () => {
  const values: (number | string)[] = [];
  const box = document.body.appendChild(document.createElement("div"));
  const field = createElement(NumberField, { value: 2, min: 1, max: 3, onChange: (value) => void values.push(value) });
  const themed = createElement(MantineProvider, { env: "test" }, field);
  await act(async () => createRoot(box).render(createElement(IntlProvider, { locale: "en", messages: texts }, themed)));
  for (const key of ["ArrowUp", "ArrowDown", "Home"])
    await act(async () =>
      box.querySelector("input")?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true })),
    );
  expect(values).toEqual([3, 1]);
});
