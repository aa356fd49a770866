/** @jest-environment jsdom */
import { act, createElement } from "react";
import { createRoot } from "react-dom/client";
import { IntlProvider } from "react-intl";
import type { BoardTask } from "../../../shared/work/tasks/tasks.contract";
import { createShardedTable } from "../../../shared/work/tasks/tasks.table";
import { type TimelineSpan, timelineSpanOf } from "../../../shared/work/timeline/timeline.span.rules";
import { dayNumber } from "../../../shared/kernel/day-number";
import clientTexts from "../../locales/en.json";
import sharedTexts from "../../../shared/locales/en.json";
import type { DragState } from "./timeline.drag-state";
import { type PendingBarsScope, usePendingBars } from "./usePendingBars";

const mockRights = { edit: false };
jest.mock("../../platform/query", () => ({
  readQueryOptions: () => ({}),
  queryClient: { fetchQuery: () => Promise.resolve({ data: { can: mockRights } }) },
}));
const mockToast = { offer: jest.fn(), error: jest.fn() };
jest.mock("../../ui/toast/toast", () => ({
  toast: { offer: (...given: unknown[]) => mockToast.offer(...given), error: (text: string) => mockToast.error(text) },
}));
const mockChange = jest.fn();
jest.mock("../tasks/pending/change-tasks", () => ({
  changeTasks: (...given: unknown[]) => Promise.resolve(mockChange(...given)),
}));

// 30 November 2026 is a Monday.
const task = { id: 1, key: "WEB-1", version: 3, start_date: "2026-11-30", due_date: "2026-12-01", blocker_ids: [] };
const dependent = {
  id: 2,
  key: "WEB-2",
  version: 5,
  start_date: "2026-12-02",
  due_date: "2026-12-03",
  blocker_ids: [1],
  progress: 0,
};
const project = { id: 9, start_date: "2026-11-30", end_date: "2026-12-11" };

const want = jest.fn();
const scope = {
  week: { first: 1, weekend: [0, 6] },
  say: () => {},
  store: { want, boardOf: () => ({ tasks: createShardedTable([task, dependent] as unknown as BoardTask[]) }) },
} as unknown as PendingBarsScope;

/** Drops the task's bar on the days given. */
async function drop(from: string, to: string, outside: boolean) {
  let bars: ReturnType<typeof usePendingBars> | undefined;
  const Screen = () => {
    bars = usePendingBars(scope);
    return null;
  };
  const root = createRoot(document.createElement("div"));
  const texts = { locale: "en", messages: { ...clientTexts, ...sharedTexts } };
  act(() => root.render(createElement(IntlProvider, texts, createElement(Screen))));
  const span: TimelineSpan = { from: dayNumber(from), to: dayNumber(to), dueOnly: false };
  const drag = { task, project, span, from: timelineSpanOf(task), outside, others: [], hold: "move" };
  await act(async () => bars?.drop(drag as unknown as DragState));
  act(() => root.unmount());
}

beforeAll(() => Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true }));
beforeEach(() => {
  mockRights.edit = false;
  for (const mock of [want, mockChange, mockToast.offer, mockToast.error]) mock.mockClear();
});

test("a drop outside the project is refused with its dates", async () => {
  await drop("2026-12-10", "2026-12-14", true);
  expect(want).not.toHaveBeenCalled();
  expect(mockToast.offer).not.toHaveBeenCalled();
  expect(mockToast.error.mock.calls[0][0]).toContain("The project runs from 30 Nov 2026 to 11 Dec 2026.");
});

test("users who may edit the project extend it by one press", async () => {
  mockRights.edit = true;
  await drop("2026-12-10", "2026-12-14", true);
  expect(want).not.toHaveBeenCalled();
  const [message, label, extend] = mockToast.offer.mock.calls[0];
  expect(message).toContain("The project runs from 30 Nov 2026 to 11 Dec 2026.");
  expect(label).toBe("Extend project");
  extend();
  const change = { start_date: "2026-12-10", due_date: "2026-12-14", extend_project: true };
  expect(want).toHaveBeenCalledWith([{ task, change }], expect.any(String));
});

test("after a move, dependent tasks can be moved too, as one change", async () => {
  await drop("2026-12-01", "2026-12-02", false);
  const [message, label, move] = mockToast.offer.mock.calls[0];
  expect([message, label]).toEqual(["1 dependent task", "Move it too"]);
  expect(mockChange).not.toHaveBeenCalled();
  move();
  const moved = { id: 2, version: 5, start_date: "2026-12-03", due_date: "2026-12-04" };
  expect(mockChange).toHaveBeenCalledWith([moved], "1 dependent task moved", { offer: true });
});

test("dependent tasks that leave the project extend it after a question", async () => {
  mockRights.edit = true;
  await drop("2026-12-10", "2026-12-11", false);
  const [, , move] = mockToast.offer.mock.calls[0];
  await act(async () => move());
  expect(mockChange).not.toHaveBeenCalled();
  const [message, label, extend] = mockToast.offer.mock.calls[1];
  expect([message.includes("The project runs from"), label]).toEqual([true, "Extend project"]);
  extend();
  const moved = { id: 2, version: 5, start_date: "2026-12-14", due_date: "2026-12-15", extend_project: true };
  expect(mockChange).toHaveBeenCalledWith([moved], "1 dependent task moved", { offer: true });
});

test("dependent tasks are offered after extending the project, without a second question", async () => {
  mockRights.edit = true;
  await drop("2026-12-10", "2026-12-14", true);
  mockToast.offer.mock.calls[0][2]();
  const [message, , move] = mockToast.offer.mock.calls[1];
  expect(message).toBe("1 dependent task");
  move();
  const moved = { id: 2, version: 5, start_date: "2026-12-15", due_date: "2026-12-16", extend_project: true };
  expect(mockChange).toHaveBeenCalledWith([moved], "1 dependent task moved", { offer: true });
});

test("nothing is offered when the end stays", async () => {
  await drop("2026-11-27", "2026-12-01", false);
  expect(want).toHaveBeenCalledTimes(1);
  expect(mockToast.offer).not.toHaveBeenCalled();
});
