/** @jest-environment jsdom */
import { MantineProvider } from "@mantine/core";
import { notifyManager, QueryClientProvider } from "@tanstack/react-query";
import { act, createElement, type ComponentType } from "react";
import { createRoot, type Root } from "react-dom/client";
import { IntlProvider } from "react-intl";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { object } from "yup";
import shared from "../../shared/locales/en.json";
import { selectDepartments } from "../../shared/people/departments/departments.contract";
import { listHolidayLocations } from "../../shared/requests/leave/calendar/holidays.contract";
import { listTeamLeave } from "../../shared/requests/leave/cover/team-calendar.contract";
import { listLeaveTypes } from "../../shared/requests/leave/types/types.contract";
import english from "../locales/en.json";
import { DelegationForm } from "../approvals/delegation/DelegationForm";
import { RightsPanel } from "../administration/roles/RightsPanel";
import { DecideBooking } from "../bookings/bookings/approval/DecideBooking";
import { EquipmentField } from "../bookings/bookings/form/EquipmentField";
import { ParticipantsField } from "../bookings/bookings/form/ParticipantsField";
import { RoomFields } from "../bookings/rooms/RoomFields";
import { Outages } from "../bookings/resources/Outages";
import { OnboardingTaskPanel } from "../people/onboarding/OnboardingTaskPanel";
import { TemplateChoices } from "../people/onboarding/TemplateRow";
import { VacancyPanel } from "../people/org-chart/VacancyPanel";
import { ImportColumns } from "../people/people/import/ImportColumns";
import { useImport } from "../people/people/import/useImport";
import { MyOnboarding } from "../people/onboarding/MyOnboarding";
import { EmployeeBulkBar } from "../people/people/list/EmployeeBulkBar";
import { DepartmentForm } from "../people/departments/DepartmentForm";
import { PromotionFields } from "../people/employment/PromotionFields";
import { currentPromotionValues } from "../people/employment/promotion-values";
import { call } from "../platform/api";
import { ProblemError } from "../platform/problem-error";
import { queryClient, useEndpoint } from "../platform/query";
import { FinanceFields } from "../requests/finance/form/FinanceFields";
import { ItemExtras } from "../requests/finance/form/items/ItemExtras";
import { BudgetsPanel } from "../requests/finance/settings/BudgetsPanel";
import { HolidayLocation } from "../requests/leave/calendar/HolidayLocation";
import { WorkWeekPanel } from "../requests/leave/calendar/WorkWeekPanel";
import { DepartmentLeave } from "../requests/leave/cover/DepartmentLeave";
import { AdjustDialog } from "../requests/leave/ledger/AdjustDialog";
import { BulkAdjust } from "../requests/leave/ledger/batches/BulkAdjust";
import { PersonLeave } from "../requests/leave/ledger/PersonLeave";
import { useForm } from "../ui/form/form";
import { DeleteRecord } from "../ui/records/DeleteRecord";
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
jest.mock("../ui/useEdgeHeight", () => ({ useEdgeHeight: () => undefined }));
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
const room = { id: 7, building_id: 3, floor_id: 4, open_days: [1], audience: "selected" };
const Extras = () => {
  const item = { vat_rate: null, cost_account: null };
  const extras = { item, row: 0, amounts: {}, currency: "USD", errorAt: () => "Missing", onChange() {} };
  return createElement("table", null, createElement("tbody", null, createElement(ItemExtras, extras as never)));
};
const row = { person: { id: 7, fullname: "Amira" }, balances: [], left_on: null };
const project = { id: 7, groups: [], project_members: [], can: { members: true } };
const found = { people: [{ id: "a", name: "Ann", email: "ann@a.co", count: 1, matched_by: null }] };
const imported = { state: { found, users: new Map(), targetId: 7, setUser() {}, isChecking: false } };

const Invoice = () => {
  const values = { type: "payment", supplier: "", supplier_id: null, currency: "USD", items: [], due_on: null };
  const form = useForm(object(), { initialValues: values, onSubmit: async () => {} });
  const settings = { currency: "USD", currencies: [] };
  return createElement(FinanceFields, { form, values, settings } as never);
};
const Import = () => createElement(ImportColumns, { state: useImport(() => undefined) });
const participants = {
  form: { valueProps: () => ({ value: [], onChange() {} }) },
  values: { participants: [], start_date: "", end_date: "" },
  booking: null,
  seats: null,
  building: null,
};
const location = { description: "", value: "", onChange() {} };

const screens: [string, ComponentType<never>, props: object][] = [
  ["people of an imported board", ImportAssignments, imported],
  ["people who can join a project", ProjectMembers, { project }],
  ["choices of a new project", Project, {}],
  ["choices of a promotion", Promotion, {}],
  ["departments above a department", DepartmentForm, { department: null, onClose() {} }],
  ["people who can be a delegate", DelegationForm, {}],
  ["buildings, groups and departments of a room", RoomFields, { room, onClose() {} }],
  ["accounts and VAT rates of an item", Extras, {}],
  ["suppliers of an invoice", Invoice, {}],
  ["roles of an import", Import, {}],
  ["locations of holidays", HolidayLocation, location],
  ["people and projects of a question about rights", RightsPanel, { opened: true, about: null, onClose() {} }],
  ["people of a vacancy", VacancyPanel, { vacancy: "new", edit: true, excludedUserId: null, onClose() {} }],
  ["people and groups of an onboarding task", OnboardingTaskPanel, { personId: 7, task: "new", onClose() {} }],
  ["people and groups of the onboarding template", TemplateChoices, {}],
  ["equipment of a booking", EquipmentField, { form: null }],
  ["participants of a booking", ParticipantsField, participants],
  ["cars and drivers of a decision", DecideBooking, { booking: { id: 7, bookable_type: "car" }, onDone() {} }],
  ["leave types of an adjustment", AdjustDialog, { row, year: 2026, onClose() {} }],
  ["budgets", BudgetsPanel, { currency: "USD" }],
  ["days of the work week", WorkWeekPanel, {}],
  ["absences of a department", DepartmentLeave, { departmentId: 7 }],
  ["leave balances of a person", PersonLeave, { userId: 7, managers: [] }],
  ["outages", Outages, { of: { room_id: 7 }, timeZone: "UTC" }],
  ["onboarding tasks", MyOnboarding, {}],
];

const alerts = () => [...document.querySelectorAll("[role=alert]")].map(({ textContent }) => textContent ?? "");
const retryButtons = () =>
  [...document.querySelectorAll("button")].filter(({ textContent }) => textContent === "Try again");

test.each(screens)("%s that can't be read are reported and read again on request", async (_, screen, props) => {
  await show(screen, props, 500);
  expect(alerts().some((alert) => alert.includes("Not available"))).toBe(true);
  const readCount = jest.mocked(call).mock.calls.length;
  await act(async () => retryButtons()[0]?.click());
  expect(jest.mocked(call).mock.calls.length).toBeGreaterThan(readCount);
});

test("successors of a deleted record that can't be read are reported", async () => {
  const uses = [{ kind: "articles", count: 2, names: [] }];
  const Deletion = () => {
    const query = useEndpoint(selectDepartments);
    const remove = () => Promise.reject(new ProblemError(409, "organization.inUse", "In use", {}, { uses }));
    const record = { id: 7, name: "Sales" };
    return createElement(DeleteRecord, { record, successors: [], reads: [query], remove, onClose() {} });
  };
  await show(Deletion, {}, 500);
  const confirm = english["organization.delete.confirm"];
  await act(async () => [...document.querySelectorAll("button")].find((one) => one.textContent === confirm)?.click());
  expect(alerts().some((alert) => alert.includes("Not available"))).toBe(true);
});

test("a bulk adjustment reads its types, departments and locations again on request", async () => {
  await show(BulkAdjust, {}, 500);
  jest.mocked(call).mockClear();
  await act(async () => retryButtons()[0]?.click());
  const paths = jest.mocked(call).mock.calls.map(([{ path }]) => path);
  expect(paths.sort()).toEqual([listHolidayLocations.path, listTeamLeave.path, listLeaveTypes.path].sort());
});

test("a list that can't be read doesn't say that nobody was found", async () => {
  Element.prototype.scrollIntoView = () => {};
  await show(DelegationForm, {}, 500);
  await act(async () => place.querySelector<HTMLInputElement>("input[aria-haspopup=listbox]")?.click());
  const list = document.querySelector("[role=listbox]")?.textContent;
  expect(list).toBe("This could not be loaded");
});

test("a list of the bulk bar says that its choices can't be read", async () => {
  Element.prototype.scrollIntoView = () => {};
  const people = [{ id: 7, active: true }];
  await show(EmployeeBulkBar as never, { selection: { ids: new Set([7]), people, clear() {} }, columns: [] }, 500);
  const buttons = [...place.querySelectorAll("button")];
  await act(async () => buttons.find(({ textContent }) => textContent === "Department")?.click());
  expect(document.querySelector("[role=listbox]")?.textContent).toContain("This could not be loaded");
});

test.each(screens.slice(-4))("%s that the user may not read are not reported", async (_, screen, props) => {
  await show(screen, props, 403);
  expect(alerts()).toEqual([]);
});
