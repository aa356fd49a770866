import { changeStatement, runInsideLockGap } from "../../locks/lock-gap";
import { newBoard, requireOk, type TestBoard } from "../tasks/board";
import { testServer } from "../../support/server";
import type { Person, World } from "../../support/world";
import { runWorkerAfter } from "../../communication/notifications/worker";

const server = testServer();
let world: World;
let board: TestBoard;
beforeEach(async () => {
  world = await server.world();
  board = await newBoard(world);
  requireOk(
    await board.member.post("/time-entry", { task_id: board.tasks[0]?.[0], date: "2026-11-18", hours: 7, minutes: 30 }),
  );
});

const week = "/time-week/2026-11-16";
const ofEmployee = () => ({ user_id: world.employee.id });
const submit = () => board.member.put(`${week}/submit`);

describe("refused week actions", () => {
  test("users can't approve their own timesheet week, whatever their role", async () => {
    for (const person of [world.manager, world.admin]) {
      requireOk(await world.api(person).put(`${week}/submit`));
      expect((await world.api(person).put(`${week}/approve`, { user_id: person.id })).status).toBe(403);
    }
  });

  test("deciding on another user's week without permission returns 403", async () => {
    requireOk(await submit());
    expect((await board.stranger.put(`${week}/approve`, ofEmployee())).status).toBe(403);
    expect((await board.stranger.put(`${week}/reopen`, ofEmployee())).status).toBe(403);
    expect((await board.stranger.get(`/time-week?user_id=${world.employee.id}`)).status).toBe(403);
    expect((await board.stranger.get("/time-week/waiting")).status).toBe(403);
  });

  test("an invalid state change gets 409 with the current week", async () => {
    const early = await board.owner.put(`${week}/approve`, ofEmployee());
    expect(early.body).toMatchObject({ code: "week.wrongState", data: { state: "open", minutes: 450 } });
    requireOk(await submit());
    expect((await submit()).body.data.state).toBe("submitted");
    requireOk(await board.owner.put(`${week}/approve`, ofEmployee()));
    const again = await world.api(world.admin).put(`${week}/approve`, ofEmployee());
    expect(again.body).toMatchObject({ code: "week.wrongState", by: { id: world.manager.id } });
    expect((await board.member.put(`${week}/reopen`)).body.code).toBe("week.wrongState");
  });

  test("a week that doesn't start on a Monday, or an unknown user, gets 404", async () => {
    expect((await board.member.put("/time-week/2026-11-17/submit")).status).toBe(404);
    expect((await board.member.put("/time-week/soon/submit")).status).toBe(404);
    expect((await board.owner.put(`${week}/approve`, { user_id: 9_007_199_254_740_990 })).status).toBe(404);
  });

  test("a week of another tenant's user gets 404", async () => {
    const other = await server.world();
    expect((await board.owner.put(`${week}/approve`, { user_id: other.employee.id })).status).toBe(404);
  });
});

describe("weekly time sheets", () => {
  test("submitting a week emits an event to the user and the approvers", async () => {
    const mark = server.published.length;
    expect(requireOk(await submit()).body.data).toMatchObject({
      state: "submitted",
      can: { approve: false, reopen: true },
    });
    const submissions = world.events(mark).filter(({ event }) => event.type === "time_week.submitted");
    const streams = [world.employee, world.manager, world.admin].map(({ id }) => `user:${id}`).sort();
    expect(submissions.map(({ stream }) => stream).sort()).toEqual(streams);
    expect(submissions[0]?.event.data).toMatchObject({
      user: { id: world.employee.id },
      monday: "2026-11-16",
      minutes: 450,
    });

    const [waiting] = requireOk(await board.owner.get("/time-week/waiting")).body.data;
    expect(waiting).toMatchObject({ user: { id: world.employee.id }, can: { approve: true, reopen: true } });
    const approved = requireOk(await board.owner.put(`${week}/approve`, ofEmployee())).body.data;
    expect(approved).toMatchObject({ state: "approved", decided_by: { id: world.manager.id } });
    expect(requireOk(await board.owner.get("/time-week/waiting")).body.data).toEqual([]);

    const reopened = requireOk(await world.api(world.admin).put(`${week}/reopen`, ofEmployee())).body.data;
    expect(reopened).toMatchObject({ state: "open", decided_by: { id: world.admin.id } });
    requireOk(
      await board.member.post("/time-entry", {
        task_id: board.tasks[0]?.[0],
        date: "2026-11-19",
        hours: 1,
        minutes: 0,
      }),
    );
  });

  test("a later submission than the one that the approver has seen isn't approved", async () => {
    const { submitted_at } = requireOk(await submit()).body.data;
    requireOk(await board.member.put(`${week}/reopen`));
    requireOk(await submit());
    const refused = await board.owner.put(`${week}/approve`, { ...ofEmployee(), submitted_at });
    expect([refused.status, refused.body.code, refused.body.data.state]).toEqual([409, "week.wrongState", "submitted"]);
    const body = { ...ofEmployee(), submitted_at: refused.body.data.submitted_at };
    expect(requireOk(await board.owner.put(`${week}/approve`, body)).body.data.state).toBe("approved");
  });

  test("waiting weeks are paged, longest wait first", async () => {
    const mondays = ["2026-11-16", "2026-11-09", "2026-11-02"];
    for (const monday of mondays) requireOk(await board.member.put(`/time-week/${monday}/submit`));
    const page = async (number: number) =>
      requireOk(await board.owner.get(`/time-week/waiting?per_page=2&page=${number}`)).body;
    const pages = [await page(1), await page(2)];
    expect(pages.map(({ data }) => data.map((one: { monday: string }) => one.monday))).toEqual([
      mondays.slice(0, 2),
      mondays.slice(2),
    ]);
    expect(pages[1].meta).toEqual({ total: 3, page: 2, per_page: 2, last_page: 2 });
  });

  test("the user can reopen a submitted week until it is approved", async () => {
    requireOk(await submit());
    const back = requireOk(await board.member.put(`${week}/reopen`)).body.data;
    expect(back).toMatchObject({ state: "open", submitted_at: null, decided_by: null });
  });

  test("the latest weeks are listed with their sums of minutes", async () => {
    const weeks = requireOk(await board.member.get("/time-week?weeks=4")).body.data as { monday: string }[];
    expect(weeks).toHaveLength(4);
    const date = weeks.map(({ monday }) => monday).sort()[0];
    requireOk(await board.member.post("/time-entry", { task_id: board.tasks[0]?.[0], date, hours: 7, minutes: 30 }));
    requireOk(await board.member.put(`/time-week/${date}/submit`));
    const found = requireOk(await board.owner.get(`/time-week?weeks=53&user_id=${world.employee.id}`)).body.data.find(
      (one: { monday: string }) => one.monday === date,
    );
    expect(found).toMatchObject({ minutes: 450, state: "submitted" });
  });

  test("tasks and projects with time in a submitted week can't be deleted", async () => {
    const paths = [`/task/${board.tasks[0]?.[0]}`, `/project/${board.id}`];
    const refused = async () => {
      for (const path of paths) expect((await board.owner.delete(path)).body.code).toBe("time.handedIn");
    };
    requireOk(await submit());
    await refused();
    requireOk(await board.owner.put(`${week}/approve`, ofEmployee()));
    await refused();
    expect(requireOk(await board.member.get("/time-entry?from=2026-11-16&to=2026-11-22")).body.data).toHaveLength(1);
    requireOk(await board.owner.delete(`/task/${board.tasks[0]?.[1]}`));
    requireOk(await board.owner.put(`${paths[0]}/archive`));
    await refused();
    requireOk(await board.owner.put(`${week}/reopen`, ofEmployee()));
    for (const path of paths) requireOk(await board.owner.delete(path));
  });

  test("deleting a task while a week with its time is submitted is refused", async () => {
    const handIn = changeStatement(
      "UPDATE time_week SET state = 'submitted', submitted_at = now() WHERE tenant_id = current_tenant() AND user_id = $1",
      world.employee.id,
    );
    const answer = await runInsideLockGap(server, world, [handIn], () =>
      board.owner.delete(`/task/${board.tasks[0]?.[0]}`),
    );
    expect(answer.body.code).toBe("time.handedIn");
  });

  test("two concurrent approvals of a week: the second gets 409", async () => {
    requireOk(await submit());
    const answers = await Promise.all([
      board.owner.put(`${week}/approve`, ofEmployee()),
      world.api(world.admin).put(`${week}/approve`, ofEmployee()),
    ]);
    expect(answers.map((answer) => answer.status).sort((a, b) => a - b)).toEqual([200, 409]);
  });
});

describe("notifications of a submission", () => {
  const notified = async () => {
    const { data } = requireOk(await world.api(world.admin).get("/notification")).body;
    return (data as { data: { kind: string } }[]).filter((one) => one.data.kind === "week.submitted");
  };

  test("a decision by another approver or a withdrawal removes the notification", async () => {
    await server.owner.query("UPDATE app_user SET parent_id = NULL WHERE tenant_id = $1", [world.tenantId]);
    const decisions = [
      () => board.owner.put(`${week}/approve`, ofEmployee()),
      () => board.owner.put(`${week}/reopen`, ofEmployee()),
      () => board.member.put(`${week}/reopen`),
    ];
    for (const decide of decisions) {
      await runWorkerAfter(server, world, async () => {
        const { state } = requireOk(await submit()).body.data;
        expect(state).toBe("submitted");
      });
      expect(await notified()).toHaveLength(1);
      await runWorkerAfter(server, world, async () => requireOk(await decide()));
      expect(await notified()).toEqual([]);
      await board.owner.put(`${week}/reopen`, ofEmployee());
    }
  });

  test("a decision keeps the notification of another user's submission", async () => {
    await server.owner.query("UPDATE app_user SET parent_id = NULL WHERE tenant_id = $1", [world.tenantId]);
    await runWorkerAfter(server, world, async () => {
      requireOk(await submit());
      requireOk(await board.viewer.put(`${week}/submit`));
    });
    expect(await notified()).toHaveLength(2);
    await runWorkerAfter(server, world, async () => requireOk(await board.owner.put(`${week}/approve`, ofEmployee())));
    expect(await notified()).toHaveLength(1);
  });
});

describe("undoing an approval", () => {
  const undo = (api = board.owner) => api.put(`${week}/undo-approval`, ofEmployee());

  test("undoing an approval is refused for other users and for unapproved weeks", async () => {
    requireOk(await submit());
    expect((await undo()).body.code).toBe("week.wrongState");
    requireOk(await board.owner.put(`${week}/approve`, ofEmployee()));
    expect((await undo(board.stranger)).status).toBe(403);
    expect((await undo(board.member)).status).toBe(403);
    expect((await undo(world.api(world.admin))).body).toMatchObject({
      code: "week.wrongState",
      data: { state: "approved" },
    });
    requireOk(await board.owner.put(`${week}/reopen`, ofEmployee()));
    expect((await undo()).body.code).toBe("week.wrongState");
  });

  test("undoing an approval restores the submitted state and deletes the notification", async () => {
    requireOk(await submit());
    await runWorkerAfter(server, world, async () => requireOk(await board.owner.put(`${week}/approve`, ofEmployee())));
    const notified = async () =>
      (requireOk(await board.member.get("/notification")).body.data as { data: { kind: string } }[]).filter(
        ({ data }) => data.kind === "week.approved",
      );
    expect(await notified()).toHaveLength(1);
    await runWorkerAfter(server, world, async () => requireOk(await undo()));
    const waiting = requireOk(await board.owner.get("/time-week/waiting")).body.data;
    expect(waiting).toMatchObject([{ state: "submitted", decided_by: null, minutes: 450 }]);
    expect(await notified()).toEqual([]);
  });

  test("undoing an approval notifies the other approvers of the owner's submission again", async () => {
    await server.owner.query("UPDATE app_user SET parent_id = NULL WHERE tenant_id = $1", [world.tenantId]);
    const submissions = async (person: Person) =>
      requireOk(await world.api(person).get("/notification?is_read=0"))
        .body.data.map(({ data }: { data: { kind: string; sender: { id: number } } }) => [data.kind, data.sender.id])
        .filter(([kind]: [string]) => kind === "week.submitted");
    await runWorkerAfter(server, world, async () => requireOk(await submit()));
    await runWorkerAfter(server, world, async () => requireOk(await board.owner.put(`${week}/approve`, ofEmployee())));
    expect(await submissions(world.admin)).toEqual([]);
    await runWorkerAfter(server, world, async () => requireOk(await undo()));
    expect([await submissions(world.admin), await submissions(world.manager)]).toEqual([
      [["week.submitted", world.employee.id]],
      [],
    ]);
  });

  test("undoing an approval is refused after a concurrent reopening", async () => {
    requireOk(await submit());
    requireOk(await board.owner.put(`${week}/approve`, ofEmployee()));
    const reopen = changeStatement(
      "UPDATE time_week SET state = 'open', decided_at = now() WHERE tenant_id = current_tenant() AND user_id = $1",
      world.employee.id,
    );
    const answer = await runInsideLockGap(server, world, [reopen], () => undo());
    expect(answer.body.code).toBe("week.wrongState");
  });
});
