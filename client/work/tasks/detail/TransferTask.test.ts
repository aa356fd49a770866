/** @jest-environment jsdom */
import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { act, createElement } from "react";
import { createRoot, type Root } from "react-dom/client";
import { IntlProvider } from "react-intl";
import shared from "../../../../shared/locales/en.json";
import { listProjects } from "../../../../shared/work/projects/projects.contract";
import { readBoard } from "../../../../shared/work/tasks/tasks.contract";
import { previewTransfer, transferTask } from "../../../../shared/work/tasks/transfer.contract";
import english from "../../../locales/en.json";
import { call } from "../../../platform/api";
import { ProblemError } from "../../../platform/problem-error";
import { queryClient } from "../../../platform/query";
import { TransferTask } from "./TransferTask";

jest.mock("../../../platform/api", () => ({ ...jest.requireActual("../../../platform/api"), call: jest.fn() }));
jest.mock("../../../platform/session", () => {
  const user = { id: 1, project_permissions: [{ project_id: 5, permissions: ["task-create"] }] };
  return { currentSession: { value: { user } }, useCurrentUser: () => user, useMaybeUser: () => user };
});

let root: Root;
beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  root = createRoot(document.body.appendChild(document.createElement("div")));
});
afterEach(() => act(() => root.unmount()));

const elementNamed = (name: string) =>
  [...document.querySelectorAll<HTMLElement>("button, [role=option]")].find(({ textContent }) => textContent === name);
async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await act(() => new Promise((resolve) => setTimeout(resolve)));
}
async function press(name: string): Promise<void> {
  await until(() => elementNamed(name)?.matches(":not([data-loading]):not(:disabled)") === true);
  await act(async () => elementNamed(name)?.click());
}
const sentTransfers = () => jest.mocked(call).mock.calls.filter(([endpoint]) => endpoint === transferTask).length;

/** Shows the dialog with the project chosen, in which `preview` is what the move would lose. */
async function show(preview: () => Promise<unknown>): Promise<void> {
  const replies = new Map<unknown, () => Promise<unknown>>([
    [listProjects, async () => ({ data: [{ id: 5, code: "WEB", title: "Website", archived: false }] })],
    [readBoard, async () => ({ data: [{ id: 9, title: "To do", kind: "todo" }] })],
    [previewTransfer, preview],
    [transferTask, async () => ({ data: { project_id: 5 } })],
  ]);
  queryClient.clear();
  queryClient.setDefaultOptions({ queries: { ...queryClient.getDefaultOptions().queries, retry: false } });
  jest.mocked(call).mockReset();
  jest.mocked(call).mockImplementation((endpoint) => replies.get(endpoint)?.() as never);
  const task = { id: 3, key: "APP-3", project_id: 4, column: { kind: "todo" } };
  const dialog = createElement(TransferTask, { task: task as never, onMoved: jest.fn(), onClose: jest.fn() });
  const themed = createElement(MantineProvider, { env: "test" }, dialog);
  const cached = createElement(QueryClientProvider, { client: queryClient }, themed);
  const messages = { ...shared, ...english };
  await act(async () => root.render(createElement(IntlProvider, { locale: "en", messages }, cached)));
  await act(async () => document.querySelector<HTMLInputElement>("input")?.click());
  await press("WEB Website");
}
const shows = (text: string) => document.body.textContent?.includes(text) === true;

test("a task isn't moved before the dialog has read which values it loses", async () => {
  const lost = { data: { fields: [{ title: "Budget code", kept: "none" }] } };
  let preview = (): Promise<unknown> => Promise.reject(new ProblemError(500, "unreadable", "Unreadable"));
  await show(() => preview());
  await until(() => document.querySelector('[role="alert"]') !== null);
  await press(english["task.transfer.do"]);
  expect(sentTransfers()).toBe(0);
  preview = () => Promise.resolve(lost);
  await press(english["task.transfer.do"]);
  await until(() => shows("Budget code"));
  expect(sentTransfers()).toBe(0);
  await press(english["task.transfer.do"]);
  expect(sentTransfers()).toBe(1);
});

test("a user who may no longer move the task is told so", async () => {
  await show(() => Promise.reject(new ProblemError(403, "permission.denied", "Not permitted")));
  await press(english["task.transfer.do"]);
  await until(() => shows("Not permitted"));
  expect(sentTransfers()).toBe(0);
});
