/** @jest-environment jsdom */
import { MantineProvider } from "@mantine/core";
import { notifyManager, QueryClientProvider } from "@tanstack/react-query";
import { act, createElement } from "react";
import { createRoot, type Root } from "react-dom/client";
import { IntlProvider } from "react-intl";
import { handOver, listHandOverChoices } from "../../../shared/approvals/approvals/hand-over.contract";
import shared from "../../../shared/locales/en.json";
import english from "../../locales/en.json";
import { call } from "../../platform/api";
import { queryClient } from "../../platform/query";
import { currentSession } from "../../platform/session";
import { HandOverDialog } from "./HandOverDialog";

jest.mock("../../platform/api", () => ({ ...jest.requireActual("../../platform/api"), call: jest.fn() }));
jest.mock("../../platform/useIsPhoneWidth", () => ({ useIsPhoneWidth: () => false }));

const request = { id: 4, version: 2, requester: { id: 5, fullname: "Sara" }, steps: [] };
let people: object[];
let root: Root;
beforeAll(() => notifyManager.setScheduler(queueMicrotask));
beforeEach(async () => {
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
  localStorage.clear();
  currentSession.set({ user: { id: 1, viewing: null } as never, tenant: null });
  queryClient.clear();
  people = [{ id: 7, fullname: "Amira", away: false }];
  jest.mocked(call).mockReset();
  jest
    .mocked(call)
    .mockImplementation((endpoint) =>
      Promise.resolve((endpoint === listHandOverChoices ? { data: people } : { message: "Done" }) as never),
    );
  root = createRoot(document.body.appendChild(document.createElement("div")));
  const themed = createElement(MantineProvider, { env: "test" }, createElement(HandOverDialog, { request } as never));
  const cached = createElement(QueryClientProvider, { client: queryClient }, themed);
  const texts = { locale: "en", messages: { ...shared, ...english } as never };
  await act(async () => root.render(createElement(IntlProvider, texts, cached)));
});
afterEach(() => act(() => root.unmount()));

const click = (name: string) =>
  act(async () =>
    [...document.querySelectorAll<HTMLElement>("button, [role=option]")]
      .findLast((one) => one.textContent === name)
      ?.click(),
  );
const person = () => document.querySelector<HTMLInputElement>("[role=dialog] input:not([type=hidden])");
const note = () => document.querySelector<HTMLTextAreaElement>("[role=dialog] textarea:not([aria-hidden])");
const type = (value: string) =>
  act(async () => {
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value")?.set?.call(note(), value);
    note()?.dispatchEvent(new InputEvent("input", { bubbles: true }));
  });
const close = () => act(async () => document.querySelector<HTMLButtonElement>("button[aria-label=Close]")?.click());

test("a reopened dialog has the chosen person with the note, and sends both", async () => {
  await click(english["request.handOver"]);
  await act(async () => person()?.click());
  await click("Amira");
  await type("Please take this");
  await close();
  // Amira is no longer among the first people of the list.
  people = [];
  queryClient.clear();
  await click(english["request.handOver"]);
  expect([person()?.value, note()?.value]).toEqual(["Amira", "Please take this"]);
  await act(async () => document.querySelector<HTMLButtonElement>("[role=dialog] [type=submit]")?.click());
  const body = { version: 2, user_id: 7, note: "Please take this" };
  expect(call).toHaveBeenCalledWith(handOver, { params: { id: 4 }, body });
});

test("discarding a draft also empties the person", async () => {
  await click(english["request.handOver"]);
  await act(async () => person()?.click());
  await click("Amira");
  await type("Please take this");
  await close();
  await click(english["request.handOver"]);
  expect(person()?.value).toBe("Amira");
  await click(english["draft.discard"]);
  expect([person()?.value, note()?.value]).toEqual(["", ""]);
});
