/** @jest-environment jsdom */
import { Autocomplete, MantineProvider, MultiSelect, Select, TagsInput, TextInput } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { act, type ComponentProps, type ComponentType, createElement, useState } from "react";
import { createRoot, type Root } from "react-dom/client";
import { IntlProvider } from "react-intl";
import { object } from "yup";
import shared from "../../../shared/locales/en.json";
import english from "../../locales/en.json";
import { queryClient } from "../../platform/query";
import { Store, useStore } from "../../platform/store";
import { Form } from "../form/Form";
import { useForm } from "../form/form";
import { useEditedForm } from "../form/useEditedRecord";
import { startSubmitShortcut } from "../form/submit-shortcut";
import { startGuardingPickers } from "../keys/pickers";
import { AmountField } from "./AmountField";
import { NumberField } from "./NumberField";
import { SearchField } from "./SearchField";
import { TimeField } from "./TimeField";
import { TypedDate } from "./TypedDate";

jest.mock("@mantine/dates/styles.layer.css", () => ({}));

let root: Root;
let place: HTMLElement;
let stop: () => void;
const submitted = jest.fn();
const values: unknown[] = [];
beforeAll(startSubmitShortcut);
beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  Object.assign(window, {
    matchMedia: () => ({ matches: false, addEventListener() {}, removeEventListener() {} }),
    ResizeObserver: class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  });
  Element.prototype.scrollIntoView = () => {};
  place = document.body.appendChild(document.createElement("div"));
  root = createRoot(place);
  stop = startGuardingPickers();
  submitted.mockClear();
  values.length = 0;
});
afterEach(() => {
  act(() => root.unmount());
  place.remove();
  stop();
});

/** Renders a field in a form, with functions to type and to press keys. */
async function render(Field: ComponentType<never>, start: unknown, props: object = {}) {
  function Controlled() {
    const [value, setValue] = useState(start);
    const onChange = (next: unknown) => {
      values.push(next);
      setValue(next);
    };
    return createElement(Field as ComponentType, { label: "Field", ...props, value, onChange } as object);
  }
  const onSubmit = (event: Event) => (event.preventDefault(), submitted());
  const button = createElement("button", { type: "submit" }, "Save");
  const form = createElement("form", { onSubmit } as never, createElement(Controlled), button);
  const styled = createElement(MantineProvider, { env: "test" }, form);
  const texts = createElement(IntlProvider, { locale: "en", messages: { ...shared, ...english } as never }, styled);
  await act(async () => root.render(createElement(QueryClientProvider, { client: queryClient }, texts)));
  const input = place.querySelector("input:not([type=hidden])") as HTMLInputElement;
  return {
    input,
    type: (text: string) =>
      act(async () => {
        input.focus();
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(input, text);
        input.dispatchEvent(new InputEvent("input", { bubbles: true }));
      }),
    /** The browser submits the form of a text field if no handler prevents it. */
    press: (key: string, modifiers: KeyboardEventInit = {}) =>
      act(async () => {
        const event = new KeyboardEvent("keydown", { key, code: key, bubbles: true, cancelable: true, ...modifiers });
        if (input.dispatchEvent(event) && key === "Enter") input.form?.requestSubmit();
      }),
  };
}

const listed = { data: ["Erbil", "Mosul"], searchable: true };

test.each<[string, ComponentType<never>, unknown, object, string]>([
  ["date field", TypedDate as never, null, {}, "7 dec 2026"],
  ["date field with an unreadable text", TypedDate as never, null, {}, "soon"],
  ["time field", TimeField as never, "", {}, "9"],
  ["select", Select as never, null, listed, "mos"],
  ["select of several options", MultiSelect as never, [], listed, "mos"],
  ["tag input", TagsInput as never, [], {}, "red"],
  ["field for an amount with several readings", AmountField as never, "", { currency: "USD" }, "1.459"],
  ["field for an amount that is unusual", AmountField as never, "3250", { currency: "USD", before: "3250" }, "325000"],
  ["field for a whole number with several readings", NumberField as never, "", { min: 0, max: 9_000 }, "1.459"],
  ["text field with suggestions", Autocomplete as never, "", { data: listed.data }, "mos"],
])("the first Enter in a %s doesn't submit the form", async (_, Field, start, props, typed) => {
  const { type, press, input } = await render(Field, start, props);
  await type(typed);
  await press("Enter");
  expect(submitted).not.toHaveBeenCalled();
  expect(document.activeElement).toBe(input);
});

test("Enter asks how an ambiguous amount is meant, and submits after the choice", async () => {
  const { input, type, press } = await render(AmountField as never, "", { currency: "USD" });
  await type("1.459");
  await press("Enter");
  expect(place.querySelector("[role=alert]")?.textContent).toContain("Is it 1,459.00?");
  await act(async () => place.querySelector<HTMLElement>("[role=alert] button")?.click());
  expect([values.at(-1), document.activeElement]).toEqual(["1459", input]);
  await press("Enter");
  expect(submitted).toHaveBeenCalledTimes(1);
});

test("Enter in an amount field with a clear number submits the form", async () => {
  const { type, press } = await render(AmountField as never, "", { currency: "USD" });
  await type("1459");
  await press("Enter");
  expect(submitted).toHaveBeenCalledTimes(1);
});

test("Enter in a search field doesn't submit the form, Ctrl+Enter does", async () => {
  const { type, press } = await render(() => createElement(SearchField, { text: "", onChange: () => {} }), "");
  await type("Paper");
  await press("Enter");
  expect(submitted).not.toHaveBeenCalled();
  await press("Enter", { ctrlKey: true });
  expect(submitted).toHaveBeenCalled();
});

test("Enter in a text field submits the form", async () => {
  const { type, press } = await render(() => createElement(TextInput, { label: "Title" }), "");
  await type("Website");
  await press("Enter");
  expect(submitted).toHaveBeenCalledTimes(1);
});

test("Enter in a date field shows the day as understood, and the next one submits", async () => {
  const { input, type, press } = await render(TypedDate as never, null);
  await type("7 dec 2026");
  await press("Enter");
  expect([values.at(-1), input.value]).toEqual(["2026-12-07", "7 Dec 2026"]);
  expect(document.querySelector("[data-dates-dropdown]")).toBeNull();
  await press("Enter");
  expect(submitted).toHaveBeenCalledTimes(1);
});

test("a date typed after Escape or after a confirmed one is confirmed as well", async () => {
  const { input, type, press } = await render(TypedDate as never, "2026-12-07");
  await type("8 dec 2026");
  await press("Escape");
  await press("Enter");
  await type("9 dec 2026");
  expect(document.querySelector("[data-dates-dropdown]")).not.toBeNull();
  await press("Enter");
  expect([values.at(-1), input.value]).toEqual(["2026-12-09", "9 Dec 2026"]);
  expect(submitted).not.toHaveBeenCalled();
});

test("Ctrl+Enter in a date field submits the form", async () => {
  const { type, press } = await render(TypedDate as never, null);
  await type("7 dec 2026");
  await press("Enter", { ctrlKey: true });
  expect(submitted).toHaveBeenCalledTimes(1);
});

const RequiredDate = ({ onChange, ...props }: ComponentProps<typeof TypedDate>) =>
  createElement(TypedDate, { ...props, onChange: (day) => day !== null && onChange(day) });

const refusedTexts: [string, Field: ComponentType<never>, start: unknown, props: object, typed: string, why: string][] =
  [
    ["an unreadable date", TypedDate as never, "2026-12-07", {}, "soon", "“soon” is not a date"],
    ["a date that is too early", TypedDate as never, null, { min: "2026-12-01" }, "7 nov 2026", "is before 1 Dec 2026"],
    ["an empty required date", RequiredDate as never, "2026-12-07", {}, "", "This field is required"],
    ["an unreadable time", TimeField as never, "09:00", {}, "soon", "“soon” is not a time"],
    [
      "a skipped time",
      TimeField as never,
      "09:00",
      { isSkipped: (time: string) => time === "10:00" },
      "10",
      "clocks go",
    ],
    ["an empty required time", TimeField as never, "09:00", {}, "", "This field is required"],
  ];

test.each(refusedTexts)(
  "%s is never submitted and stays with its error",
  async (_, Field, start, props, typed, why) => {
    const { input, type, press } = await render(Field, start, props);
    const button = place.querySelector("button[type=submit]") as HTMLButtonElement;
    await type(typed);
    await press("Enter", { ctrlKey: true });
    await press("Enter");
    await press("Enter");
    await act(async () => button.focus());
    await act(async () => button.click());
    expect(submitted).not.toHaveBeenCalled();
    expect([input.value, input.getAttribute("aria-invalid")]).toEqual([typed, "true"]);
    expect(place.textContent).toContain(why);
    await type(Field === (TimeField as never) ? "11:30" : "8 dec 2026");
    await press("Enter", { ctrlKey: true });
    expect(submitted).toHaveBeenCalledTimes(1);
    expect(input.getAttribute("aria-invalid")).not.toBe("true");
  },
);

test.each(refusedTexts)("a form with a schema isn't sent with %s", async (_, Field, start, props, typed, why) => {
  const send = jest.fn(() => Promise.resolve());
  const Fields = () => {
    const form = useForm(object(), { initialValues: { field: start }, onSubmit: send });
    const field = createElement(Field as ComponentType, { ...props, ...form.valueProps("field") } as object);
    const button = createElement("button", { type: "button", id: "send", onClick: () => void form.submit() });
    return createElement(Form, { form, children: [field, button] } as never);
  };
  const { input, type, press } = await render(Fields as never, start);
  await type(typed);
  await press("Enter", { ctrlKey: true });
  await act(async () => place.querySelector<HTMLElement>("#send")?.click());
  expect(send).not.toHaveBeenCalled();
  expect([document.activeElement, input.value]).toEqual([input, typed]);
  expect(place.textContent).toContain(why);
});

test.each<[string, Field: ComponentType<never>, start: string, refused: object, allowed: object, string, string]>([
  ["date", TypedDate as never, "2026-12-07", { min: "2026-12-01" }, { min: null }, "7 nov 2026", "2026-11-07"],
  ["date", TypedDate as never, "2026-12-07", { max: "2026-12-31" }, { max: null }, "7 jan 2027", "2027-01-07"],
  ["time", TimeField as never, "09:00", { isSkipped: () => true }, { isSkipped: () => false }, "10", "10:00"],
])(
  "a %s that was refused is taken when the limits allow it",
  async (_, Field, start, refused, allowed, typed, value) => {
    const limits$ = new Store(refused);
    const Limited = (props: object) =>
      createElement(Field as ComponentType, { ...props, ...useStore(limits$) } as object);
    const { input, type, press } = await render(Limited as never, start);
    await type(typed);
    await act(async () => input.blur());
    expect([values.includes(value), input.validity.customError]).toEqual([false, true]);
    await act(async () => limits$.set(allowed));
    expect([values.at(-1), input.validity.customError]).toEqual([value, false]);
    expect(input.getAttribute("aria-invalid")).not.toBe("true");
    await press("Enter", { ctrlKey: true });
    expect(submitted).toHaveBeenCalledTimes(1);
  },
);

test.each([
  ["date", TypedDate, "2026-12-07", "7 Dec 2026"],
  ["time", TimeField, "09:00", "09:00"],
])("resetting a form shows its %s again in place of an unreadable text", async (_, Field, start, shownText) => {
  const Fields = () => {
    const form = useForm(object(), { initialValues: { field: start }, onSubmit: () => Promise.resolve() });
    const field = createElement(Field as ComponentType, { key: "field", ...form.valueProps("field") } as object);
    const reset = createElement("button", { key: "reset", type: "button", id: "reset", onClick: () => form.reset() });
    return createElement(Form, { form, children: [field, reset] } as never);
  };
  const { type } = await render(Fields as never, start);
  const input = () => place.querySelector("input") as HTMLInputElement;
  await type("soon");
  await act(async () => input().blur());
  await act(async () => place.querySelector<HTMLElement>("#reset")?.click());
  expect([input().value, input().validity.customError]).toEqual([shownText, false]);
});

test("resetting a form leaves the focus and a date field without typed text as they are", async () => {
  const Fields = () => {
    const form = useForm(object(), { initialValues: { field: "2026-12-07" }, onSubmit: () => Promise.resolve() });
    const field = createElement(TypedDate, { key: "field", ...form.valueProps<string | null>("field") });
    const reset = createElement("button", { key: "reset", type: "button", id: "reset", onClick: () => form.reset() });
    return createElement(Form, { form, children: [field, reset] } as never);
  };
  const { input } = await render(Fields as never, null);
  await act(async () => place.querySelector<HTMLElement>("#reset")?.click());
  expect(place.querySelector("input")).toBe(input);
  expect(document.activeElement).toBe(document.body);
});

test("another user's record leaves an unreadable text in its field", async () => {
  const valuesOf = ({ field, title }: { field: string; title: string }) => ({ field, title });
  const Fields = () => {
    const [record, setRecord] = useState({ version: 1, field: "2026-12-07", title: "Trip" });
    const form = useForm(object(), { initialValues: valuesOf(record), onSubmit: () => Promise.resolve() });
    useEditedForm(form, record, { valuesOf });
    const field = createElement(TypedDate, { key: "field", ...form.valueProps<string | null>("field") });
    const newer = { ...record, version: 2, title: "Rome" };
    const receive = createElement("button", {
      key: "receive",
      type: "button",
      id: "receive",
      onClick: () => setRecord(newer),
    });
    return createElement(Form, { form, children: [field, form.values.title, receive] } as never);
  };
  const { type } = await render(Fields as never, null);
  await type("soon");
  await act(async () => place.querySelector<HTMLElement>("#receive")?.click());
  expect(place.textContent).toContain("Rome");
  expect(place.querySelector("input")?.value).toBe("soon");
});

test("a pick of the present day in the calendar replaces an unreadable text", async () => {
  const { type } = await render(RequiredDate as never, "2026-12-07");
  await type("soon");
  const day = [...document.querySelectorAll<HTMLButtonElement>("button[data-selected]")].at(0);
  await act(async () => day?.click());
  const input = place.querySelector("input") as HTMLInputElement;
  expect([input.value, input.validity.customError]).toEqual(["7 Dec 2026", false]);
  expect(document.activeElement).toBe(input);
});

test("an optional date is emptied, and isn't refused when it is set again", async () => {
  let setDay: (day: string | null) => void = () => undefined;
  const Field = (props: { value: string | null; onChange: (day: string | null) => void }) => {
    setDay = props.onChange;
    return createElement(TypedDate, props);
  };
  const { input, type, press } = await render(Field as never, "2026-12-07");
  await type("");
  await press("Enter", { ctrlKey: true });
  expect([values.at(-1), submitted.mock.calls.length]).toEqual([null, 1]);
  await act(async () => setDay("2026-12-07"));
  expect(input.validity.customError).toBe(false);
});

test("a date set by other means replaces an unreadable text", async () => {
  let setDay: (day: string) => void = () => undefined;
  const Field = (props: { value: string | null; onChange: (day: string | null) => void }) => {
    setDay = props.onChange;
    return createElement(TypedDate, props);
  };
  const { input, type } = await render(Field as never, null);
  await type("soon");
  await act(async () => input.blur());
  await act(async () => setDay("2026-12-08"));
  expect([input.value, input.validity.customError]).toEqual(["8 Dec 2026", false]);
});

test("Enter in a time field takes the typed hour", async () => {
  const { input, type, press } = await render(TimeField as never, "");
  await type("9");
  await press("Enter");
  expect([values.at(-1), input.value]).toEqual(["09:00", "09:00"]);
});
