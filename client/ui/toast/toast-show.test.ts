/** @jest-environment jsdom */
import { MantineProvider } from "@mantine/core";
import { cleanNotifications, Notifications } from "@mantine/notifications";
import { act, createElement } from "react";
import { createRoot, type Root } from "react-dom/client";
import { IntlProvider } from "react-intl";
import english from "../../locales/en.json";
import { showErrorToast, showActionToast } from "./toast-show";

let root: Root;

beforeAll(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  Object.assign(window, { matchMedia: () => ({ matches: false, addEventListener() {}, removeEventListener() {} }) });
  root = createRoot(document.body.appendChild(document.createElement("div")));
  const messages = english as Record<string, string>;
  const place = createElement(MantineProvider, null, createElement(Notifications));
  await act(async () => root.render(createElement(IntlProvider, { locale: "en", messages }, place)));
});
afterEach(() => act(async () => cleanNotifications()));
afterAll(() => act(() => root.unmount()));

const button = (name: string) =>
  [...document.querySelectorAll("button")].find(({ textContent, ariaLabel }) => (ariaLabel ?? textContent) === name);
const isGone = (element?: Element) => element?.closest("[inert][aria-hidden=true]") !== null;

test("an accepted or withdrawn offer can't be pressed while it fades out", async () => {
  let acceptedCount = 0;
  await act(async () => showActionToast("Moved", "undo", () => acceptedCount++));
  const undo = button("Undo");
  expect(isGone(undo)).toBe(false);
  await act(async () => undo?.click());
  expect(undo?.isConnected).toBe(true);
  expect(isGone(undo)).toBe(true);
  expect(acceptedCount).toBe(1);

  let withdraw = () => {};
  await act(async () => (withdraw = showActionToast("Moved back", "redo", () => acceptedCount++)));
  const redo = button("Redo");
  await act(async () => withdraw());
  expect(isGone(redo)).toBe(true);
});

test("a repeated error can be closed again", async () => {
  await act(async () => showErrorToast("No network"));
  const close = button("Close");
  await act(async () => close?.click());
  expect(isGone(close)).toBe(true);
  await act(async () => showErrorToast("No network"));
  expect([...document.querySelectorAll("button")].some((one) => one.ariaLabel === "Close" && !isGone(one))).toBe(true);
});
