/** @jest-environment jsdom */
import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { act, createElement, type ComponentType } from "react";
import { createRoot, type Root } from "react-dom/client";
import { IntlProvider } from "react-intl";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { type HeldCall, holdCalls } from "../../tests/support/held-calls";
import both from "../../shared/locales/en.json";
import texts from "../locales/en.json";
import { TenantDetails } from "../administration/tenants/TenantDetails";
import { EscalationPanel } from "../approvals/approvals/EscalationPanel";
import { SignOnForm } from "../identity/security/SignOnForm";
import { RoomFields } from "../bookings/rooms/RoomFields";
import { OnboardingPage } from "../people/onboarding/onboarding.pages";
import { PayrollColumns } from "../people/payroll/PayrollColumns";
import { PersonFileForm } from "../people/people/files/PersonFileForm";
import { queryClient } from "../platform/query";
import { AccountingSettingsPage } from "../requests/accounting/AccountingSettingsPage";
import { CodingForm } from "../requests/accounting/CodingForm";
import { InvoiceFields } from "../requests/accounting/InvoiceFields";
import { ArchivePanel } from "../requests/finance/settings/ArchivePanel";
import { BudgetsPanel } from "../requests/finance/settings/BudgetsPanel";
import { CurrenciesPanel } from "../requests/finance/settings/CurrenciesPanel";
import { HolidayDialog } from "../requests/leave/calendar/HolidayDialog";
import { WorkWeekPanel } from "../requests/leave/calendar/WorkWeekPanel";
import { AllowanceRulesPage } from "../requests/leave/types/AllowanceRules";
import { PaymentAccountsPanel } from "../requests/payments/PaymentAccountsPanel";

jest.mock("../platform/session", () => {
  const user = { id: 1, external: false, permissions: [], tenant: { id: 1, time_zone: "UTC", weekend: [] } };
  return {
    currentSession: { value: { user, tenant: user.tenant } },
    useCurrentUser: () => user,
    useMaybeUser: () => user,
    useTenant: () => user.tenant,
    useCan: () => () => true,
    useHasFeature: () => () => true,
    useHomeCurrency: () => "USD",
  };
});
jest.mock("../ui/form/DraftGuard", () => ({ DraftGuard: () => null }));
jest.mock("../requests/accounts/FinanceSettingsTabs", () => ({ FinanceSettingsTabs: () => null }));

let root: Root;
let calls: HeldCall[];
beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true, Request: class {} });
  jest.useFakeTimers({ doNotFake: ["queueMicrotask", "setImmediate"] });
  calls = holdCalls();
  root = createRoot(document.body.appendChild(document.createElement("div")));
});
afterEach(() => {
  act(() => root.unmount());
  jest.useRealTimers();
  queryClient.clear();
});

const settle = () =>
  act(async () => {
    await jest.advanceTimersByTimeAsync(0);
  });

/** Shows a screen. `replies` has the response of each read. */
async function show(screen: ComponentType<never>, props: object, replies: Record<string, unknown> = {}): Promise<void> {
  const router = createMemoryRouter([{ path: "*", element: createElement(screen as ComponentType, props as never) }]);
  const inside = createElement(MantineProvider, { env: "test" }, createElement(RouterProvider, { router }));
  const content = createElement(QueryClientProvider, { client: queryClient }, inside);
  const messages = { ...texts, ...both } as Record<string, string>;
  await act(async () => root.render(createElement(IntlProvider, { locale: "en", messages }, content)));
  for (const [path, data] of Object.entries(replies))
    calls.find((call) => call.path.startsWith(path))?.answer({ data });
  await settle();
}

const elementNamed = <E extends Element>(selector: string, name: string): E =>
  [...document.querySelectorAll<E>(selector)].find(
    (element) =>
      element.getAttribute("aria-label") === name ||
      element.textContent === name ||
      (element as Element as HTMLInputElement).labels?.[0]?.textContent === name,
  ) as E;
const type = (label: string, value: string) => typeInto(elementNamed<HTMLInputElement>("input", label), value);
async function typeInto(input: HTMLInputElement | null, value: string): Promise<void> {
  const setter = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set;
  await act(async () => {
    setter?.call(input, value);
    input?.dispatchEvent(new Event("input", { bubbles: true }));
  });
}
async function press(name: string): Promise<void> {
  await act(async () => elementNamed<HTMLElement>("button, input[type=checkbox]", name).click());
  await settle();
}
const shownIn = (label: string) => elementNamed<HTMLInputElement>("input", label)?.value;
const sent = () => calls.filter(({ method }) => method === "PUT");

/** Saves, is refused because another user has saved `current`, and saves again. Returns the second request. */
async function saveTwice(save: string, code: string, current: object): Promise<unknown> {
  await press(save);
  sent()[0]?.answer({ message: "Changed meanwhile", code, data: current }, 409);
  await settle();
  await press(save);
  return sent()[1]?.body;
}

test("after a conflict, escalation times overwrite only changed pairs of number and unit", async () => {
  const times = { remind_after: 2, remind_unit: "days", escalate_after: 5, escalate_unit: "days" };
  const setting = { ...times, absent_after: null, absent_unit: "days", four_eyes: true, version: 1 };
  await show(EscalationPanel, {}, { "/approvals/setting": setting });
  await type(texts["waiting.remind"], "3");
  const current = { ...setting, remind_unit: "hours", escalate_after: 1, escalate_unit: "hours", version: 2 };
  expect(await saveTwice(texts["action.save"], "organization.stale", current)).toEqual({
    remind_after: 3,
    remind_unit: "days",
    escalate_after: 1,
    escalate_unit: "hours",
    absent_after: null,
    absent_unit: "days",
    version: 2,
  });
  const labels = ["waiting.remind", "waiting.remind.unit", "waiting.escalate", "waiting.escalate.unit"] as const;
  const { "waiting.unit.days": days, "waiting.unit.hours": hours } = texts;
  expect(labels.map((label) => shownIn(texts[label]))).toEqual(["3", days, "1", hours]);
});

test("after a conflict, accounting settings overwrite only changed fields", async () => {
  const accounts = { clearing_account: "1590", fallback_account: "4900", account_length: 4, fiscal_month: 1 };
  const settings = { ...accounts, consultant_number: null, client_number: null, version: 1 };
  await show(AccountingSettingsPage, {}, { "/accounting/settings": settings });
  await type(texts["accounting.settings.fallback"], "4980");
  const current = { ...settings, clearing_account: "1591", version: 2 };
  expect(await saveTwice(texts["finance.saveChanges"], "organization.stale", current)).toEqual({
    ...current,
    fallback_account: "4980",
  });
  expect(shownIn(texts["accounting.settings.clearing"])).toBe("1591");
});

test("after a conflict, the work week overwrites only changed fields", async () => {
  const week = { weekend: [6, 0], workday_start: "08:00", workday_end: "17:00", workday_hours: 8, version: 1 };
  const reply = { ...week, given_at: null, can: { edit: true } };
  await show(WorkWeekPanel, {}, { "/leave/work-week": reply });
  await type(texts["workWeek.hours"], "7");
  const current = { ...week, weekend: [5, 6], version: 2 };
  expect(await saveTwice(texts["action.save"], "organization.stale", { ...reply, ...current })).toEqual({
    ...current,
    workday_hours: 7,
  });
  const pressed = [...document.querySelectorAll('[aria-pressed="true"]')].map((day) => day.textContent);
  expect(pressed).toEqual(["Fri", "Sat"]);
});

test("after a conflict, an organization's details overwrite only changed fields", async () => {
  const details = { name: "Acme", website: null, time_zone: "UTC", weekend: [], language: null, theme: null };
  const look = { brand_color: null, mail_sender: null, enforce_room_capacity: false, domain: "acme.test" };
  const tenant = { ...details, ...look, version: 1 };
  await show(TenantDetails, { tenant });
  await type(texts["tenant.sender"], "Acme portal");
  const current = { ...tenant, website: "https://acme.example", version: 2 };
  expect(await saveTwice(texts["action.save"], "organization.stale", current)).toMatchObject({
    website: "https://acme.example",
    mail_sender: "Acme portal",
    version: 2,
  });
  expect(shownIn(texts["tenant.website"])).toBe("https://acme.example");
});

describe("coding after a conflict", () => {
  const invoice = { invoice_number: "A-1", invoice_date: null, service_from: null, service_to: null };
  const line = { line: 1, name: "Tea", amount: "5", currency: "USD", cost_account: null, problems: [] };
  const lines = [
    { ...line, tax_key: "1", cost_centre: "10" },
    { ...line, line: 2, tax_key: "2", cost_centre: "20" },
  ];
  const coding = { id: 7, number: "P-7", invoice, lines, export_number: null, history: [], can: { code: true } };

  test("overwrites only changed fields of a line, and shows the others", async () => {
    await show(CodingForm, { id: 7 }, { "/accounting/coding/7": { ...coding, version: 1 } });
    const centres = () =>
      [...document.querySelectorAll<HTMLInputElement>('input[name$="cost_centre"]')].map(({ value }) => value);
    const keys = () =>
      [...document.querySelectorAll<HTMLInputElement>('input[name$="tax_key"]')].map(({ value }) => value);
    await typeInto(document.querySelector('input[name$="lines.0.cost_centre"]'), "11");
    const newerLines = [
      { ...line, tax_key: "8", cost_centre: "18" },
      { ...line, line: 2, tax_key: "9", cost_centre: "29" },
    ];
    const current = { ...coding, invoice: { ...invoice, invoice_number: "A-2" }, lines: newerLines, version: 2 };
    expect(await saveTwice(texts["accounting.coding.save"], "organization.stale", current)).toEqual({
      requests: [{ id: 7, version: 2, lines: [{ line: 1, cost_centre: "11" }, { line: 2 }] }],
    });
    expect([centres(), keys()]).toEqual([
      ["11", "29"],
      ["8", "9"],
    ]);
    expect(document.querySelector<HTMLInputElement>('input[name$="invoice_number"]')?.value).toBe("A-2");
  });

  test("shows the newer date of an invoice whose number was typed", async () => {
    await show(InvoiceFields, { row: { id: 7, number: "P-7" }, invoice: { ...invoice, version: 1 } });
    const field = texts["finance.invoiceNumber"];
    const label = texts["accounting.invoiceOf"].replace("{field}", field).replace("{number}", "P-7");
    const dateLabel = label.replace(field, texts["finance.invoiceDate"]);
    await type(label, "A-3");
    const dayBefore = shownIn(dateLabel);
    const current = { ...coding, invoice: { ...invoice, invoice_date: "2026-11-02" }, version: 2 };
    expect(await saveTwice(texts["accounting.coding.save"], "organization.stale", current)).toEqual({
      requests: [{ id: 7, version: 2, invoice_number: "A-3" }],
    });
    expect([dayBefore, shownIn(label), shownIn(dateLabel)]).toEqual(["", "A-3", expect.stringMatching(/2026/)]);
  });
});

const rate = (code: string, value: string) => ({ code, rate: value, updated_at: "2026-11-01T00:00:00Z" });
const withoutTime = ({ code, rate: value }: ReturnType<typeof rate>) => ({ code, rate: value });
const finance = {
  version: 1,
  currency: "USD",
  currencies: [rate("EUR", "1.1"), rate("GBP", "1.3"), rate("CHF", "1.2")],
  archive_days: 30,
  can: { edit: true },
};

test("after a conflict, the archiving period keeps another user's currencies", async () => {
  await show(ArchivePanel, { settings: finance });
  await type(texts["finance.archiveDays"], "60");
  const current = { ...finance, version: 2, currencies: [rate("JPY", "0.007")] };
  expect(await saveTwice(texts["finance.saveChanges"], "organization.stale", current)).toEqual({
    version: 2,
    currency: "USD",
    currencies: current.currencies.map(withoutTime),
    archive_days: 60,
  });
});

describe("currencies after a conflict", () => {
  const removeOf = (code: string) => texts["finance.removeCurrency"].replace("{code}", code);
  const rateOf = (code: string) => texts["finance.rateFor"].replace("{code}", code).replace("{own}", "USD");

  test("overwrite only changed ones, and keep another user's archiving period", async () => {
    await show(CurrenciesPanel, { settings: finance });
    await type(rateOf("EUR"), "1.15");
    await press(removeOf("GBP"));
    const currencies = [rate("EUR", "1.12"), rate("GBP", "1.35"), rate("JPY", "0.007")];
    const current = { ...finance, version: 2, currencies, archive_days: 90 };
    expect(await saveTwice(texts["finance.saveChanges"], "organization.stale", current)).toEqual({
      version: 2,
      currency: "USD",
      currencies: [
        { code: "EUR", rate: "1.15" },
        { code: "JPY", rate: "0.007" },
      ],
      archive_days: 90,
    });
    expect(["EUR", "GBP", "JPY"].map((code) => shownIn(rateOf(code)))).toEqual(["1.15", undefined, "0.007"]);
  });

  test("keep the tenant's currency that their rates belong to", async () => {
    await show(CurrenciesPanel, { settings: finance });
    await type(rateOf("EUR"), "1.15");
    const current = { ...finance, version: 2, currency: "EUR", currencies: [rate("USD", "0.9")], archive_days: 90 };
    expect(await saveTwice(texts["finance.saveChanges"], "organization.stale", current)).toEqual({
      version: 2,
      currency: "USD",
      currencies: [
        { code: "EUR", rate: "1.15" },
        { code: "GBP", rate: "1.3" },
        { code: "CHF", rate: "1.2" },
      ],
      archive_days: 90,
    });
    expect(["EUR", "GBP", "CHF"].map((code) => shownIn(rateOf(code)))).toEqual(["1.15", "1.3", "1.2"]);
  });
});

test("after a conflict, a budget overwrites the changed amount and keeps the owner", async () => {
  const uses = { requested: "0", approved: "0", paid: "0", left: "100" };
  const owner = { id: 4, fullname: "Ann" };
  const row = { id: 7, department: { id: 3, name: "Sales" }, year: 2026, currency: "USD", amount: "100", owner };
  const budget = { ...row, ...uses, version: 1, can: { edit: true } };
  await show(BudgetsPanel, { currency: "USD" }, { "/finance/budget": [budget] });
  await type(texts["finance.budgetFor"].replace("{department}", "Sales"), "250");
  const current = { ...budget, amount: "90", owner: { id: 5, fullname: "Ben" }, version: 2 };
  expect(await saveTwice(texts["finance.save"], "organization.stale", current)).toEqual({ amount: "250", version: 2 });
  expect(shownIn(texts["finance.budgetOwnerFor"].replace("{department}", "Sales"))).toBe("Ben");
});

test("a budget keeps the amount that is typed while its owner is being saved", async () => {
  const owner = { id: 4, fullname: "Ann" };
  const row = { id: 7, department: { id: 3, name: "Sales" }, year: 2026, currency: "USD", amount: "100", owner };
  const uses = { requested: "0", approved: "0", paid: "0", left: "100" };
  const budget = { ...row, ...uses, version: 1, can: { edit: true } };
  await show(BudgetsPanel, { currency: "USD" }, { "/finance/budget": [budget] });
  const amountLabel = texts["finance.budgetFor"].replace("{department}", "Sales");
  await type(amountLabel, "250");
  await press(texts["finance.save"]);
  await type(amountLabel, "300");
  sent()[0]?.answer({ message: "Saved", data: { ...budget, amount: "250", version: 2 } });
  await settle();
  expect(shownIn(amountLabel)).toBe("300");
  await press(texts["finance.save"]);
  expect(sent()[1]?.body).toEqual({ amount: "300", version: 2 });
});

describe("columns of the payroll export after a conflict", () => {
  const setting = { columns: ["name", "recorded", "department"], version: 1 };
  const name = (key: "name" | "recorded" | "leave") => both[`payroll.column.${key}`];
  const shownColumns = () =>
    [...document.querySelectorAll<HTMLInputElement>("li input:checked")].map((input) => input.labels?.[0]?.textContent);

  test("keep another user's columns and order, except for the changed one", async () => {
    await show(PayrollColumns, { onClose: () => undefined }, { "/payroll-columns": setting });
    await press(name("leave"));
    await press(name("recorded"));
    const current = { columns: ["joined", "recorded", "name"], version: 2 };
    expect(await saveTwice(texts["action.save"], "organization.stale", current)).toEqual({
      columns: ["joined", "name", "leave"],
      version: 2,
    });
    expect(shownColumns()).toEqual([both["payroll.column.joined"], name("name"), name("leave")]);
  });

  test("keep the order that the user has chosen", async () => {
    await show(PayrollColumns, { onClose: () => undefined }, { "/payroll-columns": setting });
    await press(texts["payroll.moveDown"].replace("{name}", name("name")));
    const current = { columns: ["name", "joined", "recorded"], version: 2 };
    expect(await saveTwice(texts["action.save"], "organization.stale", current)).toMatchObject({
      columns: ["recorded", "name", "joined"],
      version: 2,
    });
  });
});

test("after a conflict, the onboarding template keeps another user's tasks", async () => {
  const task = (title: string, offset_days: number) => ({ title, offset_days, duty: "hr", user: null, group: null });
  const template = { tasks: [task("Contract", -3), task("Badge", 0)], version: "one", revision: 1, epoch: "" };
  await show(OnboardingPage, {}, { "/onboarding/template": template });
  const titles = () =>
    [...document.querySelectorAll<HTMLInputElement>('input[name$=".title"]')].map(({ value }) => value);
  await typeInto(document.querySelector('input[name="tasks.1.title"]'), "Badge and key");
  const current = { ...template, tasks: [task("Desk", -9), task("Contract", -5), task("Badge", 1)], version: "two" };
  const again = { duty: "hr" };
  expect(await saveTwice(texts["action.save"], "organization.stale", current)).toEqual({
    tasks: [
      { ...again, title: "Desk", offset_days: -9 },
      { ...again, title: "Contract", offset_days: -5 },
      { ...again, title: "Badge and key", offset_days: 1 },
    ],
    version: "two",
  });
  expect(titles()).toEqual(["Desk", "Contract", "Badge and key"]);
});

test("after a conflict, a payment account shows and overwrites only changed fields", async () => {
  const account = { id: 7, name: "Main", holder: "Acme", iban: "DE89370400440532013000", bic: null, archived: false };
  await show(PaymentAccountsPanel, {}, { "/payment/account": [{ ...account, version: 1 }] });
  await press(texts["paymentAccount.editOf"].replace("{name}", "Main"));
  await type(texts["paymentAccount.name"], "Primary");
  const current = { ...account, iban: "GB33BUKB20201555555555", holder: "Acme Ltd", version: 2 };
  expect(await saveTwice(texts["action.save"], "organization.stale", current)).toEqual({
    name: "Primary",
    holder: "Acme Ltd",
    iban: "GB33BUKB20201555555555",
    bic: null,
    archived: false,
    version: 2,
  });
});

test("after a conflict, the account of a payment account stays with its holder and bank", async () => {
  const account = { id: 7, name: "Main", holder: "Acme", iban: "DE89370400440532013000", bic: null, archived: false };
  await show(PaymentAccountsPanel, {}, { "/payment/account": [{ ...account, version: 1 }] });
  await press(texts["paymentAccount.editOf"].replace("{name}", "Main"));
  await type(texts["bankAccount.holder"], "Acme Ltd");
  const current = { ...account, name: "Primary", iban: "GB33BUKB20201555555555", bic: "BUKBGB22", version: 2 };
  expect(await saveTwice(texts["action.save"], "organization.stale", current)).toEqual({
    ...account,
    id: undefined,
    name: "Primary",
    holder: "Acme Ltd",
    version: 2,
  });
});

test("after a conflict, a record shows and keeps another user's values in unedited fields", async () => {
  const hours = { opens_at: "08:00", closes_at: "18:00", open_days: [1, 2, 3, 4, 5] };
  const room = { id: 7, name: "Baltic", building_id: 3, floor_id: 4, capacity: 6, notice_minutes: 0, version: 1 };
  await show(
    RoomFields,
    { room: { ...room, ...hours }, onClose: () => undefined },
    { "/building": [{ id: 3, name: "Harbour", floors: [{ id: 4, name: "Ground" }] }] },
  );
  await typeInto(document.querySelector('input[name="name"]'), "Baltic Sea");
  await typeInto(document.querySelector('input[name="opens_at"]'), "09:00");
  const current = { ...room, ...hours, name: "Sea", capacity: 8, closes_at: "20:00", version: 2 };
  expect(await saveTwice(texts["action.save"], "organization.stale", current)).toMatchObject({
    name: "Baltic Sea",
    capacity: 8,
    opens_at: "09:00",
    closes_at: "18:00",
    version: 2,
  });
});

test("after a conflict, a holiday keeps the name that another user wrote in another language", async () => {
  const holiday = { id: 7, date: "2026-12-24", name: "Christmas Eve", half: null, location: null };
  const translations = { de: "Heiligabend" };
  await show(HolidayDialog, {
    opened: true,
    holiday: { ...holiday, translations, version: 1 },
    onClose: () => undefined,
  });
  await typeInto(document.querySelector('input[name="translations.de"]'), "Weihnachtsabend");
  const current = { ...holiday, translations: { ...translations, ko: "성탄 전야" }, version: 2 };
  expect(await saveTwice(texts["action.save"], "leave.holidayStale", current)).toMatchObject({
    translations: { de: "Weihnachtsabend", ko: "성탄 전야" },
    version: 2,
  });
});

test("after a conflict, a file of a person shows and overwrites only changed fields", async () => {
  const personFile = { id: 7, kind: "contract", title: "Contract", expires_on: null };
  await show(PersonFileForm, { userId: 3, personFile, onClose: () => undefined });
  await typeInto(document.querySelector('input[name="title"]'), "Contract 2026");
  const current = { ...personFile, kind: "other", title: "Agreement" };
  expect(await saveTwice(texts["action.save"], "organization.stale", current)).toEqual({
    title: "Contract 2026",
    previous: { title: "Agreement" },
  });
  expect(shownIn(texts["personFiles.kind"])).toBe(texts["personFiles.kind.other"]);
});

test("after a conflict, allowance rules are saved again", async () => {
  const type = { id: 7, name: "Vacation", translations: {}, counting: "working_days", days_female: 20, days_male: 20 };
  const rules = { rules: [], groups: [], departments: [], locations: [], version: 1 };
  await show(
    AllowanceRulesPage,
    { id: 7 },
    { "/leave/leave-type/7/allowance-rules": rules, "/leave/leave-type/7": type },
  );
  const saved = await saveTwice(texts["action.save"], "leave.typeStale", { id: 7, version: 2 });
  expect(saved).toEqual({ rules: [], version: 2 });
});

describe("single sign-on after a conflict", () => {
  const provider = { issuer: "https://id.acme.test", client_id: "portal" };
  const roles = { role_id: 3, role_claim: "", roles: [], required: false, exempt_user_id: null, people: 0 };
  const stored = { name: "Acme ID", ...provider, domains: ["acme.example"], ...roles, version: 1 };
  const reply = { data: stored, administrators: [], role_options: [{ id: 3, name: "Staff", for_newcomers: true }] };
  const moved = { ...stored, name: "Other ID", issuer: "https://id.other.test", domains: ["acme.test"], version: 2 };

  /** Types a value, and saves it over `moved`, which another administrator has saved. Returns the second request. */
  async function saveOver(label: string, value: string): Promise<unknown> {
    await show(SignOnForm, { reply, confirmed: (act: () => Promise<void>) => act(), onSaved() {}, onClose() {} });
    await type(label, value);
    await press(texts["action.save"]);
    sent()[0]?.answer({ message: "Changed meanwhile", code: "conflict" }, 409);
    await settle();
    calls.find(({ method }) => method === "GET")?.answer({ ...reply, data: moved });
    await settle();
    await press(texts["action.save"]);
    return sent()[1]?.body;
  }

  test("overwrites the typed name and keeps the new provider", async () => {
    const { issuer, domains } = moved;
    const expected = { ...provider, name: "Acme login", issuer, domains, client_secret: "", version: 2 };
    expect(await saveOver(texts["signOn.name"], "Acme login")).toMatchObject(expected);
    expect(shownIn(texts["signOn.issuer"])).toBe(issuer);
  });

  test("sends a typed secret only to the provider it was entered for", async () => {
    const expected = { ...provider, name: "Other ID", client_secret: "Rotated-1234", version: 2 };
    expect(await saveOver(texts["signOn.clientSecret"], "Rotated-1234")).toMatchObject(expected);
    expect(["signOn.name", "signOn.issuer"].map((label) => shownIn(texts[label as "signOn.name"]))).toEqual([
      "Other ID",
      provider.issuer,
    ]);
  });
});
