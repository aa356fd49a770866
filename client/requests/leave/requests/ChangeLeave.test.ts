/** @jest-environment jsdom */
import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { act, createElement, type ReactNode } from "react";
import { createRoot, type Root } from "react-dom/client";
import { IntlProvider } from "react-intl";
import { MemoryRouter } from "react-router-dom";
import shared from "../../../../shared/locales/en.json";
import { changeLeave, readLeave } from "../../../../shared/requests/leave/requests/leave.contract";
import { listLeaveTypes } from "../../../../shared/requests/leave/types/types.contract";
import english from "../../../locales/en.json";
import { call } from "../../../platform/api";
import { ProblemError } from "../../../platform/problem-error";
import { queryClient } from "../../../platform/query";
import { ChangeLeave } from "./ChangeLeave";

jest.mock("../../../platform/api", () => ({ ...jest.requireActual("../../../platform/api"), call: jest.fn() }));
jest.mock("../../../platform/session", () => {
  const user = { id: 1, external: false, permissions: [], tenant: { id: 1, time_zone: "UTC", weekend: [] } };
  return {
    currentSession: { value: { user, tenant: user.tenant } },
    useCurrentUser: () => user,
    useMaybeUser: () => user,
    useTenant: () => user.tenant,
    useCan: () => () => true,
  };
});
jest.mock("./LeavePreview", () => ({ LeavePreview: () => null }));

let root: Root;
const container = document.body.appendChild(document.createElement("div"));
beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  root = createRoot(container);
});
afterEach(() => act(() => root.unmount()));

async function show(screen: ReactNode): Promise<void> {
  const themed = createElement(MantineProvider, { env: "test" }, createElement(MemoryRouter, null, screen));
  const cached = createElement(QueryClientProvider, { client: queryClient }, themed);
  await act(async () =>
    root.render(createElement(IntlProvider, { locale: "en", messages: { ...shared, ...english } }, cached)),
  );
}
const save = () => act(async () => document.querySelector<HTMLButtonElement>('button[type="submit"]')?.click());

test("after a conflict, changed leave keeps its dates as one value and shows another user's reason", async () => {
  const leave = {
    id: 7,
    version: 1,
    status: "waiting_manager_approval",
    requester: { id: 1, fullname: "Sam", image: null },
    leave_type: { id: 3, name: "Vacation", unit: "days", translations: {} },
    start_date: "2026-12-07",
    end_date: "2026-12-08",
    start_half: null,
    end_half: null,
    part: null,
    pending_change: null,
    reason: "Trip",
    days: "2",
  };
  const newer = { ...leave, start_date: "2026-12-01", end_date: "2026-12-04", reason: "Trip to Rome", version: 2 };
  jest.mocked(call).mockImplementation((endpoint) => {
    if (endpoint === readLeave) return Promise.resolve({ data: newer } as never);
    if (endpoint === listLeaveTypes) return Promise.resolve({ data: [{ id: 3, half_days: true }] } as never);
    if (endpoint !== changeLeave) return new Promise(() => undefined);
    const record = { id: 7, status: leave.status, version: 2 };
    return Promise.reject(new ProblemError(409, "request.stale", "Changed", {}, record));
  });
  await show(createElement(ChangeLeave, { leave: leave as never, opened: true, onClose: () => undefined }));
  await act(async () => document.querySelectorAll<HTMLInputElement>("input[role=switch]")[1]?.click());
  await save();
  expect(document.querySelector<HTMLTextAreaElement>("textarea[name=reason]")?.value).toBe("Trip to Rome");
  await save();
  const changes = jest.mocked(call).mock.calls.filter(([endpoint]) => endpoint === changeLeave);
  const span = { start_date: "2026-12-07", end_date: "2026-12-08", start_half: null, end_half: "morning" };
  expect(changes.map(([, options]) => (options as { body: object }).body)).toEqual([
    expect.objectContaining({ ...span, reason: "Trip", version: 1 }),
    expect.objectContaining({ ...span, reason: "Trip to Rome", version: 2 }),
  ]);
});
