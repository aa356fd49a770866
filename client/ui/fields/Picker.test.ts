/** @jest-environment jsdom */
import { MantineProvider } from "@mantine/core";
import { act, type ComponentProps, createElement } from "react";
import { createRoot } from "react-dom/client";
import { IntlProvider } from "react-intl";
import texts from "../../locales/en.json";
import { Picker } from "./Picker";

const options = ["High", "Medium", "Low"].map((label) => ({ value: label.toLowerCase(), label }));

test("typed letters select an option of a short list, and Enter picks it", async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  Element.prototype.scrollIntoView = () => {};
  const picked: string[] = [];
  const root = createRoot(document.body.appendChild(document.createElement("div")));
  const onPick = (value: string) => void picked.push(value);
  type Props = ComponentProps<typeof Picker>;
  const props = { options, chosen: [], onPick, searchLabel: "Priority" } as unknown as Props;
  const picker = createElement<Props>(Picker, props, ((button: object) =>
    createElement("button", { type: "button", ...button }, "Priority")) as never);
  const screen = createElement(MantineProvider, { env: "test" }, picker);
  await act(async () => root.render(createElement(IntlProvider, { locale: "en", messages: texts }, screen)));
  const button = document.querySelector("button") as HTMLButtonElement;
  await act(async () => button.click());
  const press = (key: string) =>
    act(async () => button.dispatchEvent(new KeyboardEvent("keydown", { key, code: key, bubbles: true })));
  for (const letter of "med") await press(letter);
  await press("Enter");
  expect(picked).toEqual(["medium"]);
  await act(async () => root.unmount());
});
