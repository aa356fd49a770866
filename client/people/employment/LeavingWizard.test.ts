/** @jest-environment jsdom */
import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { act, createElement } from "react";
import { createRoot, type Root } from "react-dom/client";
import { IntlProvider } from "react-intl";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { type Leaving, planLeaving, readLeaving } from "../../../shared/people/employment/leaving.contract";
import { selectUsers } from "../../../shared/people/people/users.contract";
import english from "../../locales/en.json";
import shared from "../../../shared/locales/en.json";
import { ProblemError } from "../../platform/problem-error";
import { queryClient, readQueryOptions } from "../../platform/query";
import { call } from "../../platform/api";
import { currentSession } from "../../platform/session";
import { LeavingWizard } from "./LeavingWizard";
import type { Employee } from "./promotion-values";

let mockTextError = "";
const mockDate = () => createElement("input", { ref: (input) => input?.setCustomValidity(mockTextError) });
jest.mock("../../ui/fields/DateField", () => ({ DateField: () => mockDate() }));
jest.mock("../../platform/api", () => ({ ...jest.requireActual("../../platform/api"), call: jest.fn() }));
jest.mock("../../platform/useOrganizationToday", () => ({ useOrganizationToday: () => "2026-11-25" }));

const employee = { id: 7, fullname: "Amira Haddad", image: null, position: null } as unknown as Employee;
const dara = { id: 9, fullname: "Dara Aziz", image: null };
const ending: Leaving["ending"] = [
  { kind: "leave", count: 2, names: [] },
  { kind: "groups", count: 1, names: [] },
];

function leavingOn(day: string | null, id = 3): Leaving {
  const planned = day === null ? null : ({ id, type: "resignation", effective_on: day, reason: null } as never);
  const handover: Leaving["handover"] = [{ kind: "tasks", count: 3, names: ["Order tea"] }];
  return { handover, ending, leave: [], announced: false, planned, successor_id: dara.id, successors: [] };
}

const place = document.body.appendChild(document.createElement("div"));
let root: Root;
beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  queryClient.setQueryData(readQueryOptions(selectUsers).queryKey, { data: [employee, dara] });
  root = createRoot(place);
  mockTextError = "";
});
afterEach(() => act(() => root.unmount()));

function cacheLeaving(day: string | null, leaving: Leaving): void {
  const read = { params: { id: employee.id }, query: { last_day: day } };
  queryClient.setQueryData(readQueryOptions(readLeaving, read).queryKey, { data: leaving });
}

async function show(day: string | null): Promise<void> {
  const leaving = leavingOn(day);
  cacheLeaving(day, leaving);
  const wizard = createElement(LeavingWizard, { employee, leaving, view: false });
  const router = createMemoryRouter([{ path: "/", element: wizard }]);
  const texts = { locale: "en", messages: { ...shared, ...english } };
  const screen = createElement(MantineProvider, null, createElement(RouterProvider, { router }));
  const cached = createElement(QueryClientProvider, { client: queryClient }, screen);
  await act(async () => root.render(createElement(IntlProvider, texts, cached)));
}

const buttons = () => [...place.querySelectorAll("button")].map((button) => button.textContent);
const press = (name: string) =>
  act(async () => [...place.querySelectorAll("button")].find((button) => button.textContent === name)?.click());

test.each([
  ["2026-12-31", "Plan departure", "Check and plan"],
  ["2026-11-25", "Close the account now", "Check and close"],
])("with the last day %s the last button says %j", async (day, button, step) => {
  await show(day);
  await press("Continue");
  expect(buttons()).not.toContain(button);
  await press("Continue");
  expect(buttons()).toContain(button);
  expect(place.querySelector('[aria-current="step"]')?.textContent).toContain(step);
});

test("the wizard doesn't go on while the text in the last day is unreadable", async () => {
  mockTextError = "“soon” is not a date";
  await show("2026-12-31");
  await press("Continue");
  expect(place.querySelector('[aria-current="step"]')?.textContent).toContain("Date and reason");
  expect(document.activeElement).toBe(place.querySelector("input:not([type])"));
});

test("the last step summarizes the choices instead of repeating the form", async () => {
  await show("2026-12-31");
  await press("Continue");
  expect(place.querySelectorAll("input").length).toBeGreaterThan(0);
  await press("Continue");
  expect(place.querySelectorAll("input")).toHaveLength(0);
  expect([...place.querySelectorAll("dd")].map((fact) => fact.textContent)).toEqual(
    expect.arrayContaining(["Resigned", "31 Dec 2026", "Dara AzizOpen tasks (3)"]),
  );
});

test("leave after the last day is counted only once a day is chosen", async () => {
  await show(null);
  expect(place.textContent).toContain("Membership in 1 group");
  expect(place.textContent).not.toContain("after the last day");
  act(() => root.unmount());
  root = createRoot(place);
  await show("2026-12-31");
  expect(place.textContent).toContain("2 leave requests after the last day");
});

const sentBody = () => {
  const plans = jest.mocked(call).mock.calls.filter(([endpoint]) => endpoint === planLeaving);
  return (plans.at(-1)?.[1] as { body: object } | undefined)?.body;
};

test("after a conflict, a reason that was typed on an earlier visit stays", async () => {
  currentSession.set({ user: { id: 1, viewing: null } as never, tenant: null });
  jest
    .mocked(call)
    .mockRejectedValue(new ProblemError(409, "organization.stale", "Changed", {}, leavingOn("2027-01-31", 4)));
  cacheLeaving("2027-01-31", leavingOn("2027-01-31", 4));
  await show("2026-12-31");
  const reason = place.querySelector("textarea") as HTMLTextAreaElement;
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value")?.set?.call(reason, "Moves abroad");
    reason.dispatchEvent(new Event("input", { bubbles: true }));
  });
  act(() => root.unmount());
  root = createRoot(place);
  await show("2026-12-31");
  await press("Continue");
  await press("Continue");
  await press("Plan departure");
  await press("Plan departure");
  expect(sentBody()).toMatchObject({ replaces_id: 4, last_day: "2027-01-31", reason: "Moves abroad" });
  expect(localStorage).toHaveLength(1);
  localStorage.clear();
  currentSession.set({ user: null, tenant: null });
});

test("a departure stays as it is when another user withdrew its plan", async () => {
  const withdrawn = leavingOn(null);
  jest.mocked(call).mockRejectedValue(new ProblemError(409, "organization.stale", "Changed", {}, withdrawn));
  await show("2026-12-31");
  await press("Continue");
  await press("Continue");
  await press("Plan departure");
  await press("Plan departure");
  expect(sentBody()).toMatchObject({ replaces_id: null, last_day: "2026-12-31" });
});

test("after a conflict, an unchanged departure shows another user's plan", async () => {
  jest
    .mocked(call)
    .mockRejectedValue(new ProblemError(409, "organization.stale", "Changed", {}, leavingOn("2027-01-31", 4)));
  cacheLeaving("2027-01-31", leavingOn("2027-01-31", 4));
  await show("2026-12-31");
  await press("Continue");
  await press("Continue");
  await press("Plan departure");
  expect(sentBody()).toMatchObject({ replaces_id: 3, last_day: "2026-12-31" });
  await press("Plan departure");
  expect(place.textContent).toContain("31 Jan 2027");
  expect(sentBody()).toMatchObject({ replaces_id: 4, last_day: "2027-01-31" });
});
