/** @jest-environment jsdom */
import { act, type ClipboardEvent, createElement } from "react";
import { createRoot, type Root } from "react-dom/client";
import { IntlProvider } from "react-intl";
import en from "../../locales/en.json";
import { useLinesField } from "./useLinesField";

let root: Root;
let field: ReturnType<typeof useLinesField>;
let added: (readonly string[])[];
const Screen = () => {
  const field = useLinesField(10, (lines) => added.push(lines.map(({ title }) => title)));
  show(field);
  return null;
};
const show = (now: typeof field) => {
  field = now;
};
const paste = (text: string) => {
  const currentTarget = document.createElement("input");
  const event = { clipboardData: { getData: () => text }, currentTarget, preventDefault: jest.fn() };
  act(() => field.onPaste(event as unknown as ClipboardEvent));
};

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  added = [];
  root = createRoot(document.body.appendChild(document.createElement("div")));
  act(() => root.render(createElement(IntlProvider, { locale: "en", messages: en } as never, createElement(Screen))));
});
afterEach(() => act(() => root.unmount()));

test("a text above the limit is shown with its length and not added", () => {
  act(() => field.change("twelve chars"));
  expect(field.error).toBe("Too long: 12 of at most 10 characters");
  act(() => field.submit());
  expect([added, field.typed]).toEqual([[], "twelve chars"]);
});

test("pasted lines are added whole or not at all", () => {
  paste("Tea\nCoffee");
  expect(added).toEqual([["Tea", "Coffee"]]);
  paste("Tea\ntwelve chars\nCoffee");
  expect(added).toHaveLength(1);
  expect(field.error).toBe("Nothing was added: line 2 has 12 of at most 10 characters");
  act(() => field.change("Tea"));
  expect(field.error).toBeUndefined();
});

test("typed text is added as it is", () => {
  act(() => field.change(" 3. Mai ok "));
  act(() => field.submit());
  expect(added).toEqual([["3. Mai ok"]]);
});

test("more lines than can be added at once are refused", () => {
  paste("Tea\n".repeat(201));
  expect([added, field.error]).toEqual([[], "Nothing was added: 201 lines, at most 200 at once"]);
});
