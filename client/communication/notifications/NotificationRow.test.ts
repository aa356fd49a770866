/** @jest-environment jsdom */
import { act, createElement } from "react";
import { createRoot } from "react-dom/client";
import { IntlProvider } from "react-intl";
import {
  isGroupedKind,
  type NotificationKind,
  notificationKinds,
  notificationSubjectOf,
} from "../../../shared/communication/notifications/notifications.kinds";
import clientTexts from "../../locales/en.json";
import sharedTexts from "../../../shared/locales/en.json";
import { NotificationRow } from "./NotificationRow";

jest.mock("../../work/projects/recent-projects", () => ({
  useProjectTitle: (id: number | null) => (id === null ? null : "Harbour"),
}));
jest.mock("../../work/projects/TaskLink", () => ({ TaskLink: ({ children }: { children: unknown }) => children }));
jest.mock("react-router-dom", () => ({ Link: ({ children }: { children: unknown }) => children }));
jest.mock("../../ui/signs/Avatar", () => ({ Avatar: () => null }));
jest.mock("../../platform/session", () => ({ useMaybeUser: () => null, session: {} }));

const messages = { ...clientTexts, ...sharedTexts };
const values = {
  sender: "Amira",
  key: "WEB-12",
  title: "Order tea",
  excerpt: "Which sort?",
  fields: "priority",
  column: "Done",
  project: "Quay",
  role: "owner",
  blocker: "WEB-3",
  subtask: "Boil water",
  file: "menu.pdf",
  emoji: "👍",
  when: "today",
  date: "2026-11-19",
  count: "3",
};

function textOf(kind: NotificationKind, now = "2026-11-19T12:00:00Z"): string {
  const { key, title, ...shared } = values;
  const grouped = isGroupedKind(kind);
  const data = {
    message: "",
    path: "/project/tasks-details/5",
    group: "WEB-12",
    sender: { id: 2, fullname: "Amira", image: null },
    kind,
    reason: null,
    because: "Because it’s assigned to you",
    count: 2,
    others: 0,
    task_id: grouped ? null : 5,
    project_id: 7,
    values: grouped ? shared : { ...shared, key, title },
  };
  const row = createElement(NotificationRow, {
    notification: { id: 1, is_read: false, created_at: now, data },
    onOpen: () => {},
  });
  const box = document.createElement("div");
  const root = createRoot(box);
  const texts = { locale: "en", messages };
  act(() => root.render(createElement(IntlProvider, texts, row)));
  const text = box.textContent;
  act(() => root.unmount());
  return text;
}

beforeAll(() => Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true }));

const countOf = (text: string, part: string) => text.split(part).length - 1;
const aboutTasks = notificationKinds.filter((kind) => /^(task|comment|attachment|subtask)\./.test(kind));

test.each(aboutTasks.filter((kind) => !isGroupedKind(kind)))("%s names task and project once", (kind) => {
  const text = textOf(kind);
  const project = kind === "task.relocated" ? "Quay" : "Harbour";
  expect([countOf(text, "WEB-12 Order tea"), countOf(text, "WEB-12"), countOf(text, project)]).toEqual([1, 1, 1]);
});

test.each(aboutTasks.filter(isGroupedKind))("%s names no task", (kind) => {
  expect(countOf(textOf(kind), "WEB-12")).toBe(0);
});

test.each(notificationKinds.filter((kind) => notificationSubjectOf(kind) === "projects"))(
  "%s doesn't repeat the project on its second line",
  (kind) => {
    const text = textOf(kind);
    expect([countOf(text, "Order tea"), countOf(text, "Harbour")]).toEqual([1, 0]);
  },
);

test("an assignment is a sentence above project, time and reason", () => {
  expect(textOf("task.assigned", new Date().toISOString())).toBe(
    "Unread:Amira assigned WEB-12 Order tea to youHarbour · now · 2 times · Because it’s assigned to you",
  );
});
