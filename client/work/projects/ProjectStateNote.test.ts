/** @jest-environment jsdom */
import { MantineProvider } from "@mantine/core";
import { act, createElement } from "react";
import { createRoot } from "react-dom/client";
import { IntlProvider } from "react-intl";
import type { Project } from "../../../shared/work/projects/projects.contract";
import messages from "../../locales/en.json";
import { ProjectStateNote } from "./ProjectStateNote";

const mockReopen = jest.fn();
const mockRestore = jest.fn();
let mockProject: Partial<Project> | undefined;
jest.mock("../../platform/query", () => ({ useEndpoint: () => ({ data: mockProject && { data: mockProject } }) }));
jest.mock("./project-actions", () => ({
  useReopenProject: () => ({ reopen: mockReopen, pending: false }),
  useArchiveProject: () => ({ restore: mockRestore, pending: false }),
}));

function noteOf(project: Partial<Project> | undefined): HTMLElement | null {
  mockProject = project;
  const box = document.createElement("div");
  const root = createRoot(box);
  const note = createElement(ProjectStateNote, { projectId: 1 });
  const themed = createElement(MantineProvider, null, note);
  act(() => root.render(createElement(IntlProvider, { locale: "en", messages }, themed)));
  return box.querySelector("p");
}

const noRights = { edit: false, archive: false, delete: false };
const completed = { status: "completed", archived: false, task_count: 5, done_count: 2 } as const;

beforeAll(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  window.matchMedia = () => ({ matches: false, addEventListener() {}, removeEventListener() {} }) as never;
});

test("readers see that a project is completed or archived, without an action", () => {
  const completedNote = noteOf({ ...completed, can: noRights });
  expect(completedNote?.textContent).toBe("This project is completed; 3 tasks are still open.");
  const archived = noteOf({ ...completed, archived: true, can: { ...noRights, edit: true } });
  expect(archived?.textContent).toBe("This project is archived and read only.");
});

test("editors reopen a completed project, and restore an archived one", () => {
  const open = noteOf({ ...completed, done_count: 5, can: { ...noRights, edit: true } });
  expect(open?.textContent).toBe("This project is completed.Reopen");
  act(() => open?.querySelector("button")?.click());
  expect(mockReopen).toHaveBeenCalledTimes(1);
  const archived = noteOf({ ...completed, archived: true, can: { ...noRights, archive: true } });
  act(() => archived?.querySelector("button")?.click());
  expect(mockRestore).toHaveBeenCalledTimes(1);
});

test.each(["planned", "active", "on_hold"] as const)("a project that is %s has no note", (status) => {
  expect(noteOf({ ...completed, status, can: noRights })).toBeNull();
});

test("a project that isn't loaded has no note", () => {
  expect(noteOf(undefined)).toBeNull();
});
