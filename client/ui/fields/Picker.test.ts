/** @jest-environment jsdom */
import { MantineProvider } from "@mantine/core";
import { act, type ComponentProps, createElement } from "react";
import { createRoot } from "react-dom/client";
import { IntlProvider } from "react-intl";
import texts from "../../locales/en.json";
import { Picker } from "./Picker";

const options = ["High", "Medium", "Low"].map((label) => ({ value: label.toLowerCase(), label }));

async function renderPicker(props: Partial<ComponentProps<typeof Picker>>) {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  Element.prototype.scrollIntoView = () => {};
  const root = createRoot(document.body.appendChild(document.createElement("div")));
  type Props = ComponentProps<typeof Picker>;
  const all = { options, chosen: [], searchLabel: "Priority", onPick: () => {}, ...props } as unknown as Props;
  const picker = createElement<Props>(Picker, all, ((button: object) =>
    createElement("button", { type: "button", ...button }, "Priority")) as never);
  const screen = createElement(MantineProvider, { env: "test" }, picker);
  await act(async () => root.render(createElement(IntlProvider, { locale: "en", messages: texts }, screen)));
  const button = document.querySelector("button") as HTMLButtonElement;
  await act(async () => button.click());
  return { button, unmount: () => act(async () => root.unmount()) };
}

test("typed letters select an option of a short list, and Enter picks it", async () => {
  const picked: string[] = [];
  const { button, unmount } = await renderPicker({ onPick: (value) => void picked.push(value) });
  const press = (key: string) =>
    act(async () => button.dispatchEvent(new KeyboardEvent("keydown", { key, code: key, bubbles: true })));
  for (const letter of "med") await press(letter);
  await press("Enter");
  expect(picked).toEqual(["medium"]);
  await unmount();
});

test("a picker whose options could not be read says so and reads them again", async () => {
  const refetch = jest.fn();
  const { button, unmount } = await renderPicker({
    reads: [{ isLoadingError: true, isFetching: false, error: new Error("Unreadable"), refetch }],
  });
  expect(document.querySelector("[role=listbox]")?.textContent).toBe("HighMediumLowThis could not be loaded");
  const retry = [...document.querySelectorAll("button")].find(({ textContent }) => textContent === "Try again");
  await act(async () => retry?.click());
  expect(refetch).toHaveBeenCalledTimes(2);
  await act(async () => button.click());
  await act(async () =>
    button.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowDown", code: "ArrowDown", bubbles: true })),
  );
  expect(refetch).toHaveBeenCalledTimes(3);
  await unmount();
});

test("a picker of options on the server reports the typed text, and none when it closes", async () => {
  const searches: string[] = [];
  const { button, unmount } = await renderPicker({ onSearch: (search) => void searches.push(search) });
  const input = document.querySelector("input") as HTMLInputElement;
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(input, "low");
    input.dispatchEvent(new InputEvent("input", { bubbles: true }));
  });
  expect([searches, document.querySelectorAll("[role=option]").length]).toEqual([["low"], 1]);
  await act(async () => button.click());
  expect(searches.at(-1)).toBe("");
  await unmount();
});
