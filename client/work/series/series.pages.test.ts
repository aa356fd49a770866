/** @jest-environment jsdom */
import { MantineProvider } from "@mantine/core";
import { notifyManager, QueryClientProvider } from "@tanstack/react-query";
import { act, createElement } from "react";
import { createRoot, type Root } from "react-dom/client";
import { IntlProvider } from "react-intl";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { readProject } from "../../../shared/work/projects/projects.contract";
import { listSeries, readSeries, type Series, updateSeries } from "../../../shared/work/series/series.contract";
import shared from "../../../shared/locales/en.json";
import english from "../../locales/en.json";
import { call } from "../../platform/api";
import { ProblemError } from "../../platform/problem-error";
import { queryClient, queryKeyOf } from "../../platform/query";
import { TaskSeriesDialog } from "./SeriesDialog";
import { initialSettings } from "./series.form";
import { ProjectSeriesPage } from "./series.pages";

jest.mock("../../platform/api", () => ({ ...jest.requireActual("../../platform/api"), call: jest.fn() }));
jest.mock("../../platform/session", () => ({
  ...jest.requireActual("../../platform/session"),
  useCan: () => () => false,
  useHasFeature: () => () => false,
  useCurrentUser: () => ({ tenant: { week_start: 1, weekend: [6, 0] } }),
}));
jest.mock("../projects/useFollowProjects", () => ({ useFollowProjects() {} }));
jest.mock("../projects/ProjectStateNote", () => ({ ProjectStateNote: () => null }));
jest.mock("../../ui/fields/DateField", () => ({ DateField: () => null }));

const withoutTask = {
  ...initialSettings("2026-01-13"),
  id: 7,
  project_id: 2,
  title: "Check the backups",
  state: "active",
  refusal: null,
  next_day: "2126-01-20",
  next_date: "2126-01-20",
  last_task_id: null,
  last_task_key: null,
  last_day: "2026-01-13",
  missed_count: 0,
  created_count: 1,
  skipped_days: [],
  user_ids: [],
  version: 3,
} as unknown as Series;

const calendar = { today: "2026-01-14", weekend: [6, 0], holidays: [] };
const place = document.body.appendChild(document.createElement("div"));
let root: Root;
let replies: Map<unknown, unknown>;

// Results appear before `act` ends.
beforeAll(() => notifyManager.setScheduler(queueMicrotask));
beforeEach(() => {
  // The router creates requests, which jsdom lacks.
  Object.assign(globalThis, {
    IS_REACT_ACT_ENVIRONMENT: true,
    Request: class {
      method = "GET";
    },
  });
  Object.assign(window, {
    matchMedia: () => ({ matches: false, addEventListener() {}, removeEventListener() {} }),
    ResizeObserver: class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  });
  queryClient.clear();
  replies = new Map<unknown, unknown>([
    [readSeries, { data: { series: withoutTask, calendar, can: { edit: true } } }],
    [updateSeries, { data: { ...withoutTask, version: 4 } }],
  ]);
  jest.mocked(call).mockReset();
  jest.mocked(call).mockImplementation((endpoint) => {
    const reply = replies.get(endpoint);
    return reply ? Promise.resolve(reply as never) : Promise.reject(new ProblemError(502, "unreadable", "Unreadable"));
  });
  root = createRoot(place);
});
afterEach(() => act(() => root.unmount()));

const listed = (...rows: Series[]) => ({
  data: rows,
  meta: { total: rows.length, page: 1, per_page: 50, last_page: 1 },
});
const projectWith = (mayCreate: boolean, archived = false) => ({
  data: { id: 2, title: "Harbour", archived, can: { create_task: mayCreate } },
});

async function show(address = "/projects/2/series", element = createElement(ProjectSeriesPage)): Promise<void> {
  const router = createMemoryRouter([{ path: "/projects/:id/series", element }], { initialEntries: [address] });
  const screen = createElement(MantineProvider, { env: "test" }, createElement(RouterProvider, { router }));
  const cached = createElement(QueryClientProvider, { client: queryClient }, screen);
  const texts = { locale: "en", messages: { ...shared, ...english } as never };
  await act(async () => root.render(createElement(IntlProvider, texts, cached)));
}
const buttonOf = (name: string) =>
  [...document.querySelectorAll("button")].find((each) => (each.ariaLabel ?? each.textContent) === name);
const click = (name: string) => act(async () => buttonOf(name)?.click());
const fieldOf = (label: string) =>
  [...document.querySelectorAll("label")].find(({ textContent }) => textContent === label)?.control as HTMLInputElement;
const type = (label: string, value: string) =>
  act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(fieldOf(label), value);
    fieldOf(label).dispatchEvent(new Event("input", { bubbles: true }));
    fieldOf(label).dispatchEvent(new FocusEvent("focusout", { bubbles: true }));
  });
/** Shows the dialog of the series. */
async function open(): Promise<void> {
  replies.set(listSeries, listed(withoutTask));
  replies.set(readProject, projectWith(true));
  await show("/projects/2/series?series=7");
}
/** Another user's change arrives. */
const receive = (series: Series) =>
  act(async () => {
    const data = { series, calendar, can: { edit: true } };
    queryClient.setQueryData(queryKeyOf(readSeries, { id: 7 }, {}), { data });
  });
const { "booking.rule.every": every, "series.leadDays": leadDays } = english;
const dialog = () => document.querySelector("[role=dialog]");

test("series that can't be read are reported and read again on request", async () => {
  await show();
  expect(place.querySelector("[role=alert]")?.textContent).toContain(english["series.notLoaded"]);
  replies.set(listSeries, listed(withoutTask));
  await click("Try again");
  expect(place.textContent).toContain("Check the backups");
});

test("a project without series says how a task is repeated", async () => {
  replies.set(listSeries, listed());
  await show();
  expect(place.textContent).toContain(english["series.empty.why"]);
});

test("a user who can't create tasks sees series and can't change them", async () => {
  replies.set(listSeries, listed(withoutTask));
  replies.set(readProject, projectWith(false));
  await show("/projects/2/series?series=7");
  expect(place.querySelector("li")?.textContent).toContain("Check the backups");
  expect(place.querySelector("li button")).toBeNull();
  expect(dialog()).toBeNull();
});

test("series of an archived project wait, and paused ones stay paused", async () => {
  replies.set(listSeries, listed(withoutTask, { ...withoutTask, id: 8, state: "paused" }));
  replies.set(readProject, projectWith(false, true));
  await show();
  const [active, paused] = [...place.querySelectorAll("li")].map(({ textContent }) => textContent);
  expect(active).toContain(english["series.projectArchived"]);
  expect(active).not.toContain(english["series.running"]);
  expect(active).not.toContain(english["series.next"]);
  expect(paused).toContain(english["series.paused"]);
  expect(paused).not.toContain(english["series.projectArchived"]);
});

test("a series without a task is opened by its title, changed and closed", async () => {
  replies.set(listSeries, listed(withoutTask));
  replies.set(readProject, projectWith(true));
  await show();
  expect(place.querySelector("li")?.textContent).toContain(english["series.noLastTask"]);
  await click("Check the backups");
  expect(dialog()?.querySelector("h2")?.textContent).toBe("Change this and later dates");
  expect(dialog()?.textContent).toContain(english["series.basis"]);
  await click("Save");
  const change = { params: { id: 7 }, body: expect.objectContaining({ unit: "week", version: 3 }) };
  expect(call).toHaveBeenCalledWith(updateSeries, change);
  expect(dialog()).toBeNull();
});

test("a series that was changed has its present rule when it is opened again", async () => {
  replies.set(listSeries, listed(withoutTask));
  replies.set(readProject, projectWith(true));
  await show();
  await click("Check the backups");
  await click("Save");
  replies.set(readSeries, {
    data: { series: { ...withoutTask, every: 4, version: 4 }, calendar, can: { edit: true } },
  });
  await click("Check the backups");
  expect(fieldOf(every).value).toBe("4");
});

test("a series that can't be read is reported in its dialog", async () => {
  replies.set(listSeries, listed(withoutTask));
  replies.set(readProject, projectWith(true));
  const found = replies.get(readSeries);
  replies.delete(readSeries);
  await show("/projects/2/series?series=7");
  expect(dialog()?.querySelector("[role=alert]")?.textContent).toContain("Unreadable");
  replies.set(readSeries, found);
  await click("Try again");
  expect(dialog()?.textContent).toContain(english["series.basis"]);
});

test("a series that has ended can be resumed, also with another rule", async () => {
  replies.set(listSeries, listed({ ...withoutTask, state: "ended", next_day: null, next_date: null }));
  replies.set(readProject, projectWith(true));
  await show();
  await click("Actions of the series Check the backups");
  const items = [...document.querySelectorAll("[role=menuitem]")].map(({ textContent }) => textContent);
  expect(items).toEqual([english["series.edit"], english["series.resume"]]);
});

test("the dialog of a series that has ended says that saving resumes it", async () => {
  const ended = { ...withoutTask, state: "ended", next_day: null, next_date: null } as const;
  replies.set(readSeries, { data: { series: ended, calendar, can: { edit: true } } });
  await open();
  expect(dialog()?.querySelector("h2")?.textContent).toBe(english["series.resume"]);
  expect([buttonOf("Save"), buttonOf(english["series.resume"])?.type]).toEqual([undefined, "submit"]);
  await click(english["series.resume"]);
  const change = { params: { id: 7 }, body: expect.objectContaining({ version: 3, resume: true }) };
  expect(call).toHaveBeenLastCalledWith(updateSeries, change);
});

test("a series that another user ended meanwhile is resumed with the rule by saving again", async () => {
  await open();
  const record = { ...withoutTask, state: "ended", version: 4 };
  jest.mocked(call).mockRejectedValueOnce(new ProblemError(409, "series.stale", "Ended", {}, record));
  await click("Save");
  expect(dialog()?.querySelector("[role=alert]")?.textContent).toContain("Ended");
  await click(english["series.resume"]);
  const change = { params: { id: 7 }, body: expect.objectContaining({ unit: "week", version: 4, resume: true }) };
  expect(call).toHaveBeenLastCalledWith(updateSeries, change);
});

test("the dialog of a task doesn't offer to resume a series that another user ended meanwhile", async () => {
  const task = { id: 5, key: "HAR-5", due_date: "2026-01-13", start_date: null } as never;
  const found = { series: withoutTask, calendar, can: { edit: true } } as never;
  await show(undefined, createElement(TaskSeriesDialog, { task, found, onClose: () => undefined }) as never);
  const record = { ...withoutTask, state: "ended", version: 4 };
  jest.mocked(call).mockRejectedValueOnce(new ProblemError(409, "series.stale", "Ended", {}, record));
  await click("Save");
  expect(dialog()?.querySelector("[role=alert]")?.textContent).toContain("Ended");
  expect([buttonOf("Save")?.type, buttonOf(english["series.resume"])]).toEqual(["submit", undefined]);
});

test("after a conflict, a series shows and overwrites only changed settings", async () => {
  await open();
  await type(leadDays, "5");
  const record = { ...withoutTask, every: 2, weekdays: [4], max_count: 8, version: 4 };
  jest.mocked(call).mockRejectedValueOnce(new ProblemError(409, "series.stale", "Changed", {}, record));
  await click("Save");
  expect(dialog()?.querySelector("[role=alert]")?.textContent).toContain("Changed");
  expect([fieldOf(every).value, fieldOf(leadDays).value, fieldOf(english["booking.times"]).value]).toEqual([
    "2",
    "5",
    "8",
  ]);
  await click("Save");
  const body = { every: 2, weekdays: [4], max_count: 8, lead_days: 5, version: 4 };
  expect(call).toHaveBeenLastCalledWith(updateSeries, { params: { id: 7 }, body: expect.objectContaining(body) });
});

test("another user's rule is shown at once, and announced if other settings were typed", async () => {
  await open();
  await receive({ ...withoutTask, every: 2, version: 4 });
  expect(fieldOf(every).value).toBe("2");
  await type(leadDays, "5");
  await receive({ ...withoutTask, every: 3, version: 5 });
  expect([fieldOf(every).value, fieldOf(leadDays).value]).toEqual(["2", "5"]);
  expect(dialog()?.querySelector("[role=alert]")?.textContent).toContain(english["form.changedMeanwhile"]);
  await click(english["form.loadNew"]);
  expect([fieldOf(every).value, fieldOf(leadDays).value]).toEqual(["3", "0"]);
});

test("dates that were skipped meanwhile are no conflict", async () => {
  await open();
  await type(leadDays, "5");
  await receive({ ...withoutTask, skipped_days: ["2126-01-20"], version: 4 });
  await click("Save");
  const body = expect.objectContaining({ lead_days: 5, version: 4 });
  expect(call).toHaveBeenCalledWith(updateSeries, { params: { id: 7 }, body });
});

test("an untouched form doesn't resume a series that another user ended meanwhile", async () => {
  await open();
  await receive({ ...withoutTask, state: "ended", version: 4 });
  expect(dialog()?.querySelector("[role=alert]")?.textContent).toContain(english["form.changedMeanwhile"]);
  await click("Save");
  const change = { params: { id: 7 }, body: expect.objectContaining({ version: 3 }) };
  expect(call).toHaveBeenCalledWith(updateSeries, change);
});
