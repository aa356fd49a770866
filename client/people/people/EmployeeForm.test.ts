/** @jest-environment jsdom */
import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { act, createElement } from "react";
import { createRoot, type Root } from "react-dom/client";
import { IntlProvider } from "react-intl";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import shared from "../../../shared/locales/en.json";
import english from "../../locales/en.json";
import { call } from "../../platform/api";
import { ProblemError } from "../../platform/problem-error";
import { queryClient } from "../../platform/query";
import { PromotionForm } from "../employment/PromotionForm";
import { Contact } from "../profile/EditProfile";
import { EmployeeActions } from "./EmployeeActions";
import { EmployeeEdit } from "./EmployeeForm";

type Fields = {
  form: { values: Record<string, unknown>; setValue(name: string, value: unknown): void; submit(): void };
};
let fields: Fields;
const mockFields = (props: Fields) => {
  fields = props;
  return null;
};
jest.mock("../../platform/api", () => ({ ...jest.requireActual("../../platform/api"), call: jest.fn() }));
jest.mock("./EmployeeFields", () => ({ EmployeeFields: (props: Fields) => mockFields(props) }));
jest.mock("../employment/PromotionFields", () => ({ PromotionFields: (props: Fields) => mockFields(props) }));
jest.mock("../../ui/fields/DateField", () => ({ DateField: () => null }));
jest.mock("../../ui/fields/PictureCrop", () => ({ PictureCrop: () => null }));

const mia = {
  id: 7,
  version: 1,
  fullname: "Mia",
  email: "mia@a.test",
  role: { id: 3 },
  department: { id: 1 },
  location: "Erbil",
  city: "Erbil",
  phone_number: "",
  address: "",
  can: { edit: true, change_employment: true },
};
const colleagues = { ...mia, version: 2, department: { id: 2 }, location: "Basra", city: "Basra" };
const stale = new ProblemError(409, "user.stale", "Changed", {}, colleagues);

let root: Root;
const place = document.body.appendChild(document.createElement("div"));
const sent = jest.mocked(call);
beforeEach(() => {
  queryClient.clear();
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  sent.mockReset();
  root = createRoot(place);
});
afterEach(() => act(() => root.unmount()));

async function show(screen: unknown): Promise<void> {
  const router = createMemoryRouter([{ path: "*", element: screen as never }]);
  const cached = createElement(
    QueryClientProvider,
    { client: queryClient },
    createElement(MantineProvider, { env: "test" }, createElement(RouterProvider, { router })),
  );
  const texts = { locale: "en", messages: { ...shared, ...english } };
  await act(async () => root.render(createElement(IntlProvider, texts, cached)));
}
const screenOf = (employee: typeof mia) => createElement(EmployeeEdit, { employee: employee as never });
const save = () => act(async () => place.querySelector<HTMLButtonElement>('button[type="submit"]')?.click());
const bodies = () => sent.mock.calls.flatMap(([, options]) => (options as { body?: object }).body ?? []);
const set = (name: string, value: unknown) => act(async () => fields.form.setValue(name, value));

test("after a version conflict, the employee form overwrites only changed fields", async () => {
  await show(screenOf(mia));
  await set("fullname", "Mia Stone");
  sent.mockRejectedValueOnce(stale).mockRejectedValueOnce(stale);
  await save();
  expect(place.querySelector('[role="alert"]')?.textContent).toBe("Changed");
  expect([fields.form.values["fullname"], fields.form.values["location"]]).toEqual(["Mia Stone", "Basra"]);
  await save();
  expect(bodies()).toEqual([
    { fullname: "Mia Stone", version: 1 },
    { fullname: "Mia Stone", version: 2 },
  ]);
});

test("after a version conflict, a typed salary keeps its currency", async () => {
  const paid = { ...mia, salary: "800", currency: "USD" };
  const current = { ...paid, version: 2, salary: "950000", currency: "IQD" };
  sent.mockRejectedValue(new ProblemError(409, "user.stale", "Changed", {}, current));
  await show(screenOf(paid));
  await set("salary", "900");
  await save();
  expect([fields.form.values["salary"], fields.form.values["currency"]]).toEqual(["900", "USD"]);
  await save();
  expect(bodies().at(-1)).toEqual({ salary: "900", currency: "USD", version: 2 });
});

test("an untouched employee form shows a colleague's change", async () => {
  await show(screenOf(mia));
  await show(screenOf(colleagues));
  expect(fields.form.values["location"]).toBe("Basra");
});

test("typed values of the employee form stay until the new version is loaded", async () => {
  await show(screenOf(mia));
  await set("fullname", "Mia Stone");
  await show(screenOf(colleagues));
  expect([fields.form.values["fullname"], fields.form.values["location"]]).toEqual(["Mia Stone", "Erbil"]);
  const load = [...place.querySelectorAll("button")].find(({ textContent }) => textContent === "Load new version");
  await act(async () => load?.click());
  expect([fields.form.values["fullname"], fields.form.values["location"]]).toEqual(["Mia", "Basra"]);
});

test("after a version conflict, the profile overwrites only changed fields", async () => {
  await show(createElement(Contact, { person: mia as never }));
  const city = place.querySelector<HTMLInputElement>('input[name="city"]') as HTMLInputElement;
  const setter = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set;
  await act(async () => {
    setter?.call(city, "Duhok");
    city.dispatchEvent(new Event("input", { bubbles: true }));
  });
  sent.mockRejectedValueOnce(stale).mockRejectedValueOnce(stale);
  await save();
  await save();
  expect(bodies()).toEqual([
    { city: "Duhok", version: 1 },
    { city: "Duhok", version: 2 },
  ]);
  expect(place.querySelector<HTMLInputElement>('input[name="location"]')?.value).toBe("Basra");
});

const weeks = (minutes: number[] | null) => ({ minutes, other: null });
const schedules = (minutes: number[] | null) => ({ schedules: [{ from: "2027-01-01", ...weeks(minutes) }] });
const promotion = (employee: typeof mia) => createElement(PromotionForm, { employee: employee as never, view: true });

test("a promotion replaces another user's schedule of the same day only when sent again", async () => {
  sent.mockResolvedValueOnce({ data: schedules(null) });
  await show(promotion(mia));
  const fourDays = [0, 480, 480, 480, 480, 0, 0];
  const mornings = [0, 240, 240, 240, 240, 240, 0];
  await set("effective_on", "2027-01-01");
  await set("schedule", weeks(fourDays));
  const staleSchedule = new ProblemError(409, "organization.stale", "Changed", {}, schedules(mornings));
  sent.mockRejectedValue(staleSchedule);
  await act(async () => fields.form.submit());
  await act(async () => fields.form.submit());
  const body = { schedule: weeks(fourDays), effective_on: "2027-01-01" };
  expect(bodies()).toMatchObject([
    { ...body, previous_schedule: weeks(null) },
    { ...body, previous_schedule: weeks(mornings) },
  ]);
});

test("a planned change omits a field that only a colleague has changed meanwhile", async () => {
  sent.mockResolvedValueOnce({ data: schedules(null) });
  await show(promotion(mia));
  await set("location", "Duhok");
  await set("effective_on", "2027-01-01");
  await show(promotion(colleagues));
  sent.mockRejectedValueOnce(stale);
  await act(async () => fields.form.submit());
  expect(bodies()).toEqual([{ type: "promotion", effective_on: "2027-01-01", reason: "", location: "Duhok" }]);
});

test("deactivating sends the requested state with the version instead of a toggle", async () => {
  const employee = { ...mia, active: true, can: { deactivate: true } };
  sent.mockRejectedValueOnce(stale);
  await show(createElement(EmployeeActions, { employee: employee as never }));
  const press = (name: string) =>
    act(async () =>
      [...document.querySelectorAll<HTMLElement>("button")]
        .findLast((button) => (button.getAttribute("aria-label") ?? button.textContent) === name)
        ?.click(),
    );
  await press("Actions");
  await press("Deactivate account");
  await press("Deactivate account");
  expect(sent.mock.calls.map(([{ path }]) => path)).toEqual(["/user/:id"]);
  expect(bodies()).toEqual([{ active: false, version: 1 }]);
});
