import { newTask, newTeam } from "../../work/projects/projects";
import { testServer } from "../../support/server";
import { requireOk } from "../../work/tasks/board";
import { type LeaveFixture, leaveFixture, workingWeek } from "../../requests/leave/fixtures";
import { notificationsSince, runWorkerAfter } from "./worker";

const server = testServer();

const day = (from: number) => new Date(Date.now() + from * 86_400_000).toISOString().slice(0, 10);
const leaves = (it: LeaveFixture, last_day: string) => {
  const body = { type: "resignation", last_day, successor_id: it.people.manager.id };
  return it.hr.post(`/user/${it.people.employee.id}/leaving`, body);
};
const entered = async (it: LeaveFixture, overrides: object = {}) =>
  requireOk(await it.ask({ ...workingWeek(2, 3), user_id: it.people.employee.id, ...overrides }, it.hr)).body.data as {
    id: number;
  };

interface Act {
  what: string;
  before?: (it: LeaveFixture) => Promise<unknown>;
  act: (it: LeaveFixture) => Promise<unknown>;
  /** Recipients and their messages; the names are those of `people` in the fixture. */
  told: readonly (readonly [who: string, message: RegExp])[];
}

const acts: readonly Act[] = [
  {
    what: "enters a leave: the person concerned hears who entered it, their manager hears nothing",
    act: (it) => entered(it),
    told: [["employee", /^Hana Hr recorded leave for you: /]],
  },
  {
    what: "enters a leave with a stand-in: the stand-in decides for the absent person, not for HR",
    act: (it) => entered(it, { stand_in_id: it.people.manager.id }),
    told: [
      ["employee", /^Hana Hr recorded leave for you: /],
      ["manager", /^You stand in for Emil Employee /],
    ],
  },
  {
    what: "cancels a leave that HR has entered: the person concerned hears of it",
    before: (it) => entered(it),
    act: async (it) => {
      const [one] = requireOk(await it.employee.get("/leave/leave-request")).body.data as { id: number }[];
      requireOk(await it.hr.put(`/leave/leave-request/${one?.id}/cancel`, {}));
    },
    told: [["employee", /Hana Hr/]],
  },
  {
    what: "closes an account: the week is said to be its owner's, not HR's",
    before: async (it) => {
      const team = await newTeam(it.world);
      const members = [{ user_id: it.world.manager.id, role: "owner" }, { user_id: it.people.employee.id }];
      requireOk(await it.world.api(it.world.manager).put(`/project/${team.project.id}/members`, { members }));
      const { id } = await newTask(it.world, team.project.id, {}, it.world.manager);
      requireOk(await it.employee.post("/time-entry", { task_id: id, date: day(-8), hours: 1, minutes: 0 }));
    },
    act: async (it) => requireOk(await leaves(it, day(0))),
    told: [["manager", /^The week of .+ of Emil Employee was submitted when their account was closed$/]],
  },
];

test.each(acts)("HR $what", async ({ before, act, told }) => {
  const it = await leaveFixture(await server.world());
  await before?.(it);
  const mark = server.published.length;
  await runWorkerAfter(server, it.world, () => act(it));
  const names = new Map(Object.entries({ ...it.people, admin: it.world.admin }).map(([name, { id }]) => [id, name]));
  const notified = notificationsSince(it.world, mark).map(({ user, message }) => [
    names.get(user) ?? String(user),
    message,
  ]);
  expect(notified).toHaveLength(told.length);
  expect(notified).toEqual(expect.arrayContaining(told.map(([who, message]) => [who, expect.stringMatching(message)])));
});
