/** @jest-environment jsdom */
import { MantineProvider } from "@mantine/core";
import { notifyManager, QueryClientProvider } from "@tanstack/react-query";
import { act, createElement, type ComponentType } from "react";
import { createRoot, type Root } from "react-dom/client";
import { IntlProvider } from "react-intl";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { object } from "yup";
import shared from "../../shared/locales/en.json";
import english from "../locales/en.json";
import { DelegationForm } from "../approvals/delegation/DelegationForm";
import { Outages } from "../bookings/resources/Outages";
import { MyOnboarding } from "../people/onboarding/MyOnboarding";
import { DepartmentForm } from "../people/departments/DepartmentForm";
import { PromotionFields } from "../people/employment/PromotionFields";
import { currentPromotionValues } from "../people/employment/promotion-values";
import { call } from "../platform/api";
import { ProblemError } from "../platform/problem-error";
import { queryClient } from "../platform/query";
import { BudgetsPanel } from "../requests/finance/settings/BudgetsPanel";
import { WorkWeekPanel } from "../requests/leave/calendar/WorkWeekPanel";
import { DepartmentLeave } from "../requests/leave/cover/DepartmentLeave";
import { PersonLeave } from "../requests/leave/ledger/PersonLeave";
import { useForm } from "../ui/form/form";
import { ImportAssignments } from "../work/imports/ImportAssignments";
import { emptyProject } from "../work/projects/project-form";
import { ProjectFields } from "../work/projects/ProjectFields";
import { ProjectMembers } from "../work/projects/ProjectMembers";

jest.mock("../platform/api", () => ({ ...jest.requireActual("../platform/api"), call: jest.fn() }));
jest.mock("../platform/session", () => {
  const tenant = { id: 1, time_zone: "UTC", weekend: [], currency: "USD" };
  const user = { id: 1, external: false, permissions: [], tenant, viewing: null };
  return {
    ...jest.requireActual("../platform/session"),
    useCurrentUser: () => user,
    useMaybeUser: () => user,
    useTenant: () => user.tenant,
    useHomeCurrency: () => "USD",
    useCan: () => () => true,
    useHasFeature: () => () => true,
  };
});
jest.mock("../ui/form/DraftGuard", () => ({ DraftGuard: () => null }));
jest.mock("../ui/fields/DateField", () => ({ DateField: () => null }));
jest.mock("../ui/text-editor/TextEditor", () => ({ TextEditor: () => null }));

const place = document.body.appendChild(document.createElement("div"));
let root: Root;
// Results appear before `act` ends.
beforeAll(() => notifyManager.setScheduler(queueMicrotask));
beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  Object.assign(window, {
    matchMedia: () => ({ matches: false, addEventListener() {}, removeEventListener() {} }),
    ResizeObserver: class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  });
  queryClient.clear();
  jest.mocked(call).mockReset();
  root = createRoot(place);
});
afterEach(() => act(() => root.unmount()));

async function show(screen: ComponentType<never>, props: object, status: number): Promise<void> {
  jest.mocked(call).mockRejectedValue(new ProblemError(status, "unreadable", "Not available"));
  const router = createMemoryRouter([{ path: "*", element: createElement(screen as ComponentType, props as never) }]);
  const themed = createElement(MantineProvider, { env: "test" }, createElement(RouterProvider, { router }));
  const cached = createElement(QueryClientProvider, { client: queryClient }, themed);
  const texts = { locale: "en", messages: { ...shared, ...english } as never };
  await act(async () => root.render(createElement(IntlProvider, texts, cached)));
}

const employee = { id: 7, fullname: "Amira", position: null, department: null, parent: null, role: null };
const Promotion = () => {
  const form = useForm(object(), {
    initialValues: currentPromotionValues(employee as never),
    onSubmit: async () => {},
  });
  return createElement(PromotionFields, { form: form as never, employee: employee as never });
};
const Project = () => {
  const form = useForm(object(), { initialValues: emptyProject(1), onSubmit: async () => {} });
  return createElement(ProjectFields, { form: form as never, withMembers: true });
};
const project = { id: 7, groups: [], project_members: [], can: { members: true } };
const found = { people: [{ id: "a", name: "Ann", email: "ann@a.co", count: 1, matched_by: null }] };
const imported = { state: { found, users: new Map(), targetId: 7, setUser() {}, isChecking: false } };

const screens: [string, ComponentType<never>, props: object][] = [
  ["people of an imported board", ImportAssignments, imported],
  ["people who can join a project", ProjectMembers, { project }],
  ["choices of a new project", Project, {}],
  ["choices of a promotion", Promotion, {}],
  ["departments above a department", DepartmentForm, { department: null, onClose() {} }],
  ["people who can be a delegate", DelegationForm, {}],
  ["budgets", BudgetsPanel, { currency: "USD" }],
  ["days of the work week", WorkWeekPanel, {}],
  ["absences of a department", DepartmentLeave, { departmentId: 7 }],
  ["leave balances of a person", PersonLeave, { userId: 7, managers: [] }],
  ["outages", Outages, { of: { room_id: 7 }, timeZone: "UTC" }],
  ["onboarding tasks", MyOnboarding, {}],
];

const alerts = () => [...place.querySelectorAll("[role=alert]")].map(({ textContent }) => textContent ?? "");
const retryButtons = () =>
  [...place.querySelectorAll("button")].filter(({ textContent }) => textContent === "Try again");

test.each(screens)("%s that can't be read are reported and read again on request", async (_, screen, props) => {
  await show(screen, props, 500);
  expect(alerts().some((alert) => alert.includes("Not available"))).toBe(true);
  const readCount = jest.mocked(call).mock.calls.length;
  await act(async () => retryButtons()[0]?.click());
  expect(jest.mocked(call).mock.calls.length).toBeGreaterThan(readCount);
});

test.each(screens.slice(-4))("%s that the user may not read are not reported", async (_, screen, props) => {
  await show(screen, props, 403);
  expect(alerts()).toEqual([]);
});
