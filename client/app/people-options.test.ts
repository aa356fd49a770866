/** @jest-environment jsdom */
import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { act, createElement, type ComponentType } from "react";
import { createRoot } from "react-dom/client";
import { IntlProvider } from "react-intl";
import { MemoryRouter } from "react-router-dom";
import { listDrivers } from "../../shared/bookings/drivers/drivers.contract";
import { listDelegations } from "../../shared/approvals/approvals/delegation.contract";
import { listVisiblePeople } from "../../shared/kernel/visible-users.contract";
import { selectUsers } from "../../shared/people/people/users.contract";
import { listTimedPeople } from "../../shared/work/time/sheet.contract";
import { assignableUsers } from "../../shared/work/projects/assignable.contract";
import { holdCalls } from "../../tests/support/held-calls";
import both from "../../shared/locales/en.json";
import texts from "../locales/en.json";
import { queryClient, readQueryOptions } from "../platform/query";
import { InboxFilters } from "../approvals/inbox/InboxFilters";
import { ParticipantsField } from "../bookings/bookings/form/ParticipantsField";
import { GridFilters } from "../bookings/bookings/grid/GridFilters";
import { TaskFilters } from "../insights/analytics/TaskFilters";
import { EmployeeFilters } from "../people/people/list/EmployeeFilters";
import { FinanceFilters } from "../requests/finance/FinanceFilters";
import { ConditionSettings } from "../requests/forms/builder/settings/ConditionSettings";
import { StepSettings } from "../requests/forms/builder/settings/StepSettings";
import { DelegateOffer } from "../requests/leave/cover/DelegateOffer";
import { LeaveFilters } from "../requests/leave/requests/list/LeaveFilters";
import { useTaskOptions } from "../work/tasks/board/useTaskOptions";
import { ArchiveToolbar } from "../work/tasks/archive/ArchiveToolbar";
import { SheetFilters } from "../work/time/sheet/SheetFilters";

jest.mock("../platform/session", () => ({
  useCurrentUser: () => ({ id: 1, external: false, tenant: { time_zone: "UTC" } }),
  useMaybeUser: () => null,
  useCan: () => () => true,
  useHasFeature: () => () => true,
  session: {},
}));

const person = (id: number, position: string) => ({
  id,
  fullname: "Kim Lee",
  image: null,
  email: `kim${id}@acme.test`,
  position,
  active: true,
  external: false,
});
const people = [person(2, "Driver"), person(3, "Accountant")];
const nothing = () => {};
const choices = { people, departments: [], roles: [] };
const field = { id: "f1", kind: "user", label: "Buddy", required: false };
const leave = {
  requester: { id: 1 },
  substitute: people[0],
  status: "approved",
  start_date: "2099-01-01",
  end_date: "2099-01-02",
};

function AssigneeNames() {
  const board = { users: { 2: people[0], 3: people[1] }, groups: {} };
  const { options } = useTaskOptions("assignee", [], board as never, {} as never);
  return createElement("p", null, options.map(({ label }) => label).join("; "));
}

const form = { valueProps: () => ({ value: ["2"], onChange: nothing }), setValue: nothing };
const values = { participants: ["2"], start_date: "", end_date: "" };
const screens: [string, ComponentType<never>, object][] = [
  ["the inbox", InboxFilters, { kinds: [], requesters: people, address: { tab: "waiting", requester: 2, q: "" } }],
  [
    "drivers of the grid",
    GridFilters,
    {
      resources: [],
      drivers: [
        { ...people[0], id: 7, user_id: 2 },
        { ...people[1], id: 8, user_id: 3 },
      ],
      filter: { text: "", driver: "7" },
    },
  ],
  ["participants of a booking", ParticipantsField, { form, values, booking: null, seats: null }],
  ["analytics of a project", TaskFilters, { filters: { tags: [], people, user_id: 2, priority: null, tag_id: null } }],
  [
    "the list of employees",
    EmployeeFilters,
    { filter: { parent_id: 2, q: "" }, onToggle: null, columns: [], offered: [] },
  ],
  [
    "finance requests",
    FinanceFilters,
    { filter: { requester_id: 2, type: [], status: [], q: "", supplier: "", scope: "all" } },
  ],
  [
    "conditions of a form",
    ConditionSettings,
    {
      label: "Only if",
      conditions: [{ field: "f1", op: "is", value: "2" }],
      above: [field],
      choices,
      errorAt: nothing,
    },
  ],
  [
    "steps of a form",
    StepSettings,
    {
      formId: 1,
      definition: { fields: [], steps: [{ id: "s1", by: "user", user_id: 2, only_if: [] }] },
      answers: {},
      choices,
      errors: {},
    },
  ],
  ["the delegation of a leave", DelegateOffer, { leave }],
  ["leave requests", LeaveFilters, { filter: { scope: "all", user: 2 }, scopes: [], set: nothing }],
  ["assignees of several tasks", AssigneeNames, {}],
  ["archived tasks", ArchiveToolbar, { filter: { by: 2, text: "", within: null }, people, total: 1 }],
  ["time sheets", SheetFilters, { place: { userId: 2, projectId: null } }],
];

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  holdCalls();
  for (const [endpoint, data] of [
    [listVisiblePeople, people],
    [selectUsers, people],
    [listTimedPeople, people],
    [listDrivers, []],
    [assignableUsers, { users: people, groups: [] }],
    [listDelegations, []],
  ] as const)
    queryClient.setQueryData(readQueryOptions(endpoint).queryKey, { data } as never);
});
afterEach(() => queryClient.clear());

test.each(screens)("namesakes are distinguishable in %s", async (_, screen, properties) => {
  const box = document.body.appendChild(document.createElement("div"));
  const root = createRoot(box);
  const content = createElement(screen as ComponentType, { onChange: nothing, ...properties } as never);
  const messages = { ...texts, ...both } as Record<string, string>;
  const inside = createElement(
    QueryClientProvider,
    { client: queryClient },
    createElement(MemoryRouter, null, createElement(MantineProvider, null, content)),
  );
  await act(async () => root.render(createElement(IntlProvider, { locale: "en", messages }, inside)));
  const fields = [...box.querySelectorAll("input, select")] as HTMLInputElement[];
  expect([box.textContent, ...fields.map(({ value }) => value)].join("; ")).toContain("Kim Lee, Driver");
  act(() => root.unmount());
});
