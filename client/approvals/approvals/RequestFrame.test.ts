/** @jest-environment jsdom */
import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { act, createElement } from "react";
import { createRoot, type Root } from "react-dom/client";
import { IntlProvider } from "react-intl";
import { financeCalls } from "../../../shared/requests/finance/finance.calls";
import english from "../../locales/en.json";
import { queryClient, readQueryOptions } from "../../platform/query";
import { requestDecisionOf } from "./RequestFrame";

jest.mock("./RequestDiscussion", () => ({ RequestDiscussion: () => null }));
jest.mock("../../ui/useEdgeHeight", () => ({ useEdgeHeight: () => undefined }));
jest.mock("./RequestFrameTools", () => ({ RequestFrameTools: () => null }));

const Decision = requestDecisionOf(financeCalls, () => null);
const place = document.body.appendChild(document.createElement("div"));
let root: Root;
beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  root = createRoot(place);
});
afterEach(() => act(() => root.unmount()));

const none = { approve: false, reject: false, request_changes: false, hand_over: false };

function stateText(status: string, action: string | null, can = none): string | undefined {
  const next_status = action && { action, approver: null, role: null };
  const data = { id: 7, version: 1, status, next_status, can, steps: [], on_behalf_of: null, requester: {} };
  queryClient.setQueryData(readQueryOptions(financeCalls.read, { params: { id: 7 } }).queryKey, { data } as never);
  const decision = createElement(Decision, { id: 7 });
  const texts = createElement(IntlProvider, { locale: "en", messages: english as Record<string, string> }, decision);
  const styled = createElement(MantineProvider, null, texts);
  act(() => root.render(createElement(QueryClientProvider, { client: queryClient }, styled)));
  return place.querySelector(".sr-only")?.textContent ?? undefined;
}

test.each([
  ["changes_requested", "resubmit", "Changes were requested. Waiting to be sent again."],
  ["approved", "pay", "This request is approved and waiting for payment."],
  ["paid", "settle", "This advance is paid and waiting for receipts."],
  ["paid", null, "This request is settled."],
  ["rejected", null, "This request is settled."],
  ["waiting_manager_approval", "decide", undefined],
  ["draft", null, undefined],
])("the hidden text of a request %s with the next action %s says what it waits for", (status, action, text) => {
  expect(stateText(status, action)).toBe(text);
});

test("a request that the user may decide has buttons instead of a state text", () => {
  expect(stateText("waiting_manager_approval", "decide", { ...none, approve: true })).toBeUndefined();
  expect(place.querySelector("[data-deciding] button")).not.toBeNull();
});
