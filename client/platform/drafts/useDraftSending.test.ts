/** @jest-environment jsdom */
import { QueryClientProvider } from "@tanstack/react-query";
import { act, createElement } from "react";
import { createRoot, type Root } from "react-dom/client";
import { commentOnRequest } from "../../../shared/approvals/approvals/request-discussion.contract";
import { type HeldCall, holdCalls } from "../../../tests/support/held-calls";
import { queryClient } from "../query";
import { useDraftSending } from "./useDraftSending";

let calls: HeldCall[];
let root: Root;
let sending: ReturnType<typeof useDraftSending>;
const onSent = jest.fn();

beforeEach(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  localStorage.clear();
  onSent.mockClear();
  calls = holdCalls();
  root = createRoot(document.createElement("div"));
  const Composer = () => {
    sending = useDraftSending("comment:request:7", commentOnRequest, {
      inputOf: (comment) => ({ params: { id: 7 }, body: { comment } }),
      onSent: (_, isCleared) => onSent(isCleared),
    }) as never;
    return null;
  };
  await act(async () =>
    root.render(createElement(QueryClientProvider, { client: queryClient }, createElement(Composer))),
  );
});
afterEach(() => act(() => root.unmount()));

const type = (value: string) => act(async () => sending.draft.change(value));
/** The query client notifies its observers in the next macrotask. */
const notified = () => new Promise((resolve) => setTimeout(resolve));
const submit = () =>
  act(async () => {
    sending.submit();
    await notified();
  });
const answer = (status = 200) =>
  act(async () => {
    calls[0]?.answer({ message: "Done", data: {} }, status);
    await notified();
  });

test("a sent draft is cleared", async () => {
  await type("First");
  await submit();
  await submit();
  expect([calls.length, sending.isSending]).toEqual([1, true]);
  await answer();
  expect([sending.draft.value, onSent.mock.calls]).toEqual(["", [[true]]]);
});

test("text typed while the draft is being sent stays", async () => {
  await type("First");
  await submit();
  await type("First, and a second thought");
  await answer();
  expect([sending.draft.value, onSent.mock.calls]).toEqual(["First, and a second thought", [[false]]]);
});

test("a draft that could not be sent stays", async () => {
  await type("First");
  await submit();
  await answer(409);
  expect([sending.draft.value, onSent.mock.calls]).toEqual(["First", []]);
});
