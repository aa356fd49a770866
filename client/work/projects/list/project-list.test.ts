import type { Project } from "../../../../shared/work/projects/projects.contract";
import {
  hasProjectFilter,
  collectDistinct,
  membersOfProjects,
  readProjectFilter,
  filterAndSortProjects,
  writeProjectFilter,
} from "./project-list";
import type { TextFunction } from "../../../platform/intl/useText";
import { deadlineNote } from "../project-texts";

const project = (id: number, of: Partial<Project> = {}): Project => ({
  id,
  title: `Project ${id}`,
  code: `P${id}`,
  color: "blue",
  status: "active",
  client: null,
  start_date: null,
  end_date: null,
  archived: false,
  progress: 0,
  task_count: 0,
  done_count: 0,
  doing_count: 0,
  overdue_count: 0,
  estimate_minutes: 0,
  spent_on_estimated_minutes: 0,
  members: [],
  member_count: 0,
  mine: false,
  revision: 1,
  epoch: "",
  version: 1,
  updated_at: "2026-11-20T08:00:00.000Z",
  can: { edit: false, archive: false, delete: false },
  ...of,
});

const dara = { id: 7, fullname: "Dara Aziz", image: null };
const amira = { id: 8, fullname: "Amira Nasser", image: null };
const karwan = { id: 3, name: "Karwan" };

const projects = [
  project(1, { title: "Café relaunch", code: "CAF", progress: 10, end_date: "2026-12-18", members: [amira, dara] }),
  project(2, { title: "Depot app", code: "DEP", status: "on_hold", client: karwan, members: [dara], progress: 80 }),
  project(3, { title: "Zagros", code: "ZAG", client: karwan, end_date: "2026-11-30" }),
];

const filter = (query: string) => readProjectFilter(new URLSearchParams(query));
const ids = (query: string, opened?: number[]) =>
  filterAndSortProjects(projects, filter(query), opened).map(({ id }) => id);

test.each([
  ["", [1, 2, 3]],
  ["q=cafe", [1]],
  ["q=%20DEP%20", [2]],
  ["q=karwan", [2, 3]],
  ["status=on_hold", [2]],
  ["status=nonsense", [1, 2, 3]],
  ["client=3", [2, 3]],
  ["member=7", [1, 2, 3]],
  ["member=7&status=active&q=re", [1]],
  ["sort=progress", [2, 1, 3]],
  ["sort=ends", [3, 1, 2]],
])("the query %p shows the projects %p", (query, expectedIds) => expect(ids(query)).toEqual(expectedIds));

test("recently opened projects come first; all other projects keep their order", () => {
  expect(ids("sort=opened", [3, 2])).toEqual([3, 2, 1]);
  expect(ids("sort=opened", [])).toEqual([1, 2, 3]);
});

test("a filter is restored from the URL, which has no empty parameters", () => {
  const params = writeProjectFilter(new URLSearchParams("tab=1"), {
    text: "x y",
    status: "planned",
    member: 7,
    sort: "ends",
  });
  expect(readProjectFilter(params)).toEqual({ text: "x y", status: "planned", client: null, member: 7, sort: "ends" });
  const cleared = writeProjectFilter(params, { text: "", status: null, member: null, sort: "title" });
  expect(cleared.toString()).toBe("tab=1");
  expect(hasProjectFilter(readProjectFilter(cleared))).toBe(false);
});

test("members of several projects are listed once, sorted by name", () => {
  expect(
    collectDistinct(
      projects,
      (one) => one.members,
      (person) => person.fullname,
    ),
  ).toEqual([amira, dara]);
});

test("the current user comes first in the member filter if they have a project", () => {
  const me = { id: 9, fullname: "Zara Zebari", image: null };
  expect(membersOfProjects(projects, me)).toEqual([amira, dara]);
  expect(membersOfProjects([...projects, project(4, { mine: true })], me)).toEqual([me, amira, dara]);
  expect(membersOfProjects([...projects, project(4, { mine: true })], dara)).toEqual([dara, amira]);
});

const text = ((id: string, values: object) => `${id} ${JSON.stringify(values)}`) as unknown as TextFunction;
const today = "2026-11-20";
const note = (change: Partial<Project>) =>
  deadlineNote(
    { status: "in_progress", overdue_count: 0, start_date: null, end_date: null, ...change } as Project,
    today,
    text,
  );

test("a note shows overdue tasks before remaining days, and none when completed", () => {
  expect(note({ overdue_count: 1, end_date: "2026-12-01" })).toEqual({
    words: 'projects.overdue {"count":1}',
    tone: "late",
  });
  expect(note({ overdue_count: 1, status: "completed" as Project["status"] })).toBeNull();
});

test("the remaining days are shown only between start and end date", () => {
  const left = (days: number) => ({ words: `projects.daysLeft {"days":${days}}` });
  expect(note({ end_date: "2026-11-25" })).toEqual(left(5));
  expect(note({ end_date: today, start_date: today })).toEqual(left(0));
  expect(note({ end_date: "2026-11-19" })).toBeNull();
  expect(note({ end_date: "2026-11-25", start_date: "2026-11-21" })).toBeNull();
  expect(note({})).toBeNull();
});
