/** @jest-environment jsdom */
import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { act, createElement, type ReactNode } from "react";
import { createRoot, type Root } from "react-dom/client";
import { IntlProvider } from "react-intl";
import { MemoryRouter } from "react-router-dom";
import type { CurrentUser } from "../../../../shared/kernel/current-user";
import { listTeamLeave } from "../../../../shared/requests/leave/cover/team-calendar.contract";
import { listVisiblePeople } from "../../../../shared/kernel/visible-users.contract";
import { StepTrack } from "../../../approvals/approvals/StepTrack";
import english from "../../../locales/en.json";
import shared from "../../../../shared/locales/en.json";
import { queryClient, readQueryOptions } from "../../../platform/query";
import { currentSession } from "../../../platform/session";
import { toLeaveValues } from "./leave-form";
import { LeaveFields } from "./LeaveFields";
import { TeamPreview } from "../cover/TeamPreview";
import { rangeAround } from "../cover/team-range";

jest.mock("../../../ui/fields/DateField", () => ({ DateField: () => null }));

const jonas = { id: 1, fullname: "Jonas Weber", image: null, active: true };
const hana = { id: 7, fullname: "Hana Rashid", image: null, active: true };
const sami = { id: 9, fullname: "Sami Aziz", image: null, active: true };
const range = rangeAround("2026-12-07", "month");
const place = document.body.appendChild(document.createElement("div"));
let root: Root;

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  currentSession.set({ user: { ...jonas, permissions: [] } as unknown as CurrentUser, tenant: null });
  queryClient.setQueryData(readQueryOptions(listVisiblePeople).queryKey, { data: [jonas, hana] });
  root = createRoot(place);
});
afterEach(() => act(() => root.unmount()));

function show(screen: ReactNode): void {
  const texts = createElement(IntlProvider, { locale: "en", messages: { ...shared, ...english } }, screen);
  const styled = createElement(MantineProvider, null, createElement(MemoryRouter, null, texts));
  act(() => root.render(createElement(QueryClientProvider, { client: queryClient }, styled)));
}

const form = { setValue: () => {}, field: () => ({}), valueProps: () => ({}) } as never;
const labels = () => [...place.querySelectorAll("label")].map((label) => label.textContent);

test.each([
  ["the user's own leave", undefined, ["Stand-in optional", "Note for the approver optional"]],
  ["leave entered for another", hana, ["Stand-in for Hana Rashid optional", "Note optional"]],
])("the labels of %s name the person concerned", (_, other, expected) => {
  const values = toLeaveValues(null);
  show(createElement(LeaveFields, { form, values, types: [], preview: undefined, other }));
  expect(labels()).toEqual(expect.arrayContaining(expected));
});

test.each([
  ["the requester", null, [jonas, hana], "You"],
  ["the employee for whom it is entered", hana, [jonas, hana], "Hana Rashid"],
  ["an employee who isn't on the team's first page", hana, [jonas, sami], "Hana Rashid"],
])("the requested leave is drawn in the row of %s", (_, person, team, name) => {
  const people = team.map((one) => ({ person: one, department_id: null, free: [], leaves: [] }));
  const query = { from: range.from, to: range.to };
  queryClient.setQueryData(readQueryOptions(listTeamLeave, { query }).queryKey, {
    data: { people, holidays: [], away: [], below: [], weekend: [] },
  });
  const values = { ...toLeaveValues(null), start_date: "2026-12-07", end_date: "2026-12-08" };
  show(createElement(TeamPreview, { values, person }));
  const rows = [...place.querySelectorAll("ul > li")].filter((row) => row.querySelector('[data-state="asked"]'));
  expect(rows.map((row) => row.querySelector("bdi")?.textContent)).toEqual([name]);
});

test("the history of entered leave names who entered it and for whom", () => {
  const steps = { requester: hana, sentAt: "2026-11-25T09:00:00Z", steps: [], me: hana.id };
  show(createElement(StepTrack, { ...steps, enteredBy: jonas }));
  expect(place.querySelector("li")?.textContent).toContain("Jonas Weber for Hana Rashid");
  show(createElement(StepTrack, steps));
  expect(place.querySelector("li")?.textContent).not.toContain("Jonas Weber");
});
