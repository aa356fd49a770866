/** @jest-environment jsdom */
import { MantineProvider } from "@mantine/core";
import { notifyManager, QueryClientProvider } from "@tanstack/react-query";
import { act, type ComponentType, createElement } from "react";
import { createRoot, type Root } from "react-dom/client";
import { IntlProvider } from "react-intl";
import { familyCalls } from "../../shared/family-calls";
import shared from "../../shared/locales/en.json";
import { type HeldCall, holdCalls } from "../../tests/support/held-calls";
import { DecisionBar } from "../approvals/approvals/DecisionBar";
import { DecisionButtons } from "../approvals/inbox/DecisionButtons";
import english from "../locales/en.json";
import { queryClient } from "../platform/query";

jest.mock("../ui/useEdgeHeight", () => ({ useEdgeHeight: () => undefined }));

let root: Root;
let calls: HeldCall[];
const place = document.body.appendChild(document.createElement("div"));
// Results appear before `act` ends.
beforeAll(() => notifyManager.setScheduler(queueMicrotask));
beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  localStorage.clear();
  calls = holdCalls();
  root = createRoot(place);
});
afterEach(() => act(() => root.unmount()));

async function show(screen: ComponentType<never>, props: object): Promise<void> {
  const themed = createElement(MantineProvider, { env: "test" }, createElement(screen, props as never));
  const cached = createElement(QueryClientProvider, { client: queryClient }, themed);
  const messages = { ...shared, ...english } as never;
  await act(async () => root.render(createElement(IntlProvider, { locale: "en", messages }, cached)));
}
const reasonField = () => place.querySelector("textarea");
const press = (name: string) =>
  act(async () => {
    const buttons = [...place.querySelectorAll("button")];
    buttons.find((button) => (button.ariaLabel ?? button.textContent) === name)?.click();
  });
const type = (reason: string) =>
  act(async () => {
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value")?.set?.call(reasonField(), reason);
    reasonField()?.dispatchEvent(new Event("input", { bubbles: true }));
  });
const pressEscape = () =>
  act(async () => reasonField()?.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true })));
const answer = (at: number, status: number) =>
  act(async () => {
    calls[at]?.answer({ message: "Answered", code: "request.stale", data: { id: 7, version: 4 } }, status);
    await new Promise((resolve) => setTimeout(resolve));
  });

test("a rejection in a list stays open until the server accepts it", async () => {
  const request = { id: 7, family: "leave", version: 3, name: "Amira" };
  const onDone = jest.fn();
  await show(DecisionButtons, { request, calls: familyCalls.leave, onDone });
  await press(english["request.rejectOf"].replace("{name}", "Amira"));
  await type("Too many absences");
  await press(english["request.rejectNow"]);
  await pressEscape();
  await press(english["action.cancel"]);
  expect(reasonField()?.value).toBe("Too many absences");
  await answer(0, 409);
  expect(reasonField()?.value).toBe("Too many absences");
  await press(english["request.rejectNow"]);
  const resent = calls.filter(({ path }) => path.endsWith("/reject"));
  expect(resent.map(({ body }) => body)).toEqual(Array(2).fill({ version: 3, reason: "Too many absences" }));
  await answer(calls.indexOf(resent[1] as HeldCall), 200);
  expect([reasonField(), onDone.mock.calls.length, localStorage.length]).toEqual([null, 1, 0]);
});

test("a reason below a request stays open until the server accepts it", async () => {
  const onDecide = jest.fn();
  const props = { requestId: 7, can: { approve: true, reject: true, request_changes: true }, onDecide };
  await show(DecisionBar, { ...props, pending: false });
  await press(english["request.askForChanges"]);
  await type("Add the receipt");
  await press(english["request.sendBack"]);
  expect(onDecide).toHaveBeenCalledWith("request_changes", "Add the receipt", expect.any(Function));
  await show(DecisionBar, { ...props, pending: true });
  await pressEscape();
  await show(DecisionBar, { ...props, pending: false });
  expect(reasonField()?.value).toBe("Add the receipt");
  await act(async () => onDecide.mock.calls[0][2]());
  expect(reasonField()).toBeNull();
});
