import { change, inTheGap } from "../locks/gap";
import { newBoard, ok, type TestBoard } from "../tasks/board";
import { testServer } from "../support/server";
import type { World } from "../support/world";

const server = testServer();
let world: World;
let board: TestBoard;
beforeEach(async () => {
  world = await server.world();
  board = await newBoard(world);
  ok(
    await board.member.post("/time-entry", { task_id: board.tasks[0]?.[0], date: "2026-11-18", hours: 7, minutes: 30 }),
  );
});

const week = "/time-week/2026-11-16";
const ofEmployee = () => ({ user_id: world.employee.id });
const submit = () => board.member.put(`${week}/submit`);

describe("refused", () => {
  test("approving one's own, whatever one's role", async () => {
    for (const person of [world.manager, world.admin]) {
      ok(await world.api(person).put(`${week}/submit`));
      expect((await world.api(person).put(`${week}/approve`, { user_id: person.id })).status).toBe(403);
    }
  });

  test("deciding on others' without the permission", async () => {
    ok(await submit());
    expect((await board.stranger.put(`${week}/approve`, ofEmployee())).status).toBe(403);
    expect((await board.stranger.put(`${week}/reopen`, ofEmployee())).status).toBe(403);
    expect((await board.stranger.get(`/time-week?user_id=${world.employee.id}`)).status).toBe(403);
    expect((await board.stranger.get("/time-week/waiting")).status).toBe(403);
  });

  test("what the state doesn't allow: 409 with the week as it is", async () => {
    const early = await board.owner.put(`${week}/approve`, ofEmployee());
    expect(early.body).toMatchObject({ code: "week.wrongState", data: { state: "open", minutes: 450 } });
    ok(await submit());
    expect((await submit()).body.data.state).toBe("submitted");
    ok(await board.owner.put(`${week}/approve`, ofEmployee()));
    const again = await world.api(world.admin).put(`${week}/approve`, ofEmployee());
    expect(again.body).toMatchObject({ code: "week.wrongState", by: { id: world.manager.id } });
    expect((await board.member.put(`${week}/reopen`)).body.code).toBe("week.wrongState");
  });

  test("a week that is no Monday, a person that doesn't exist", async () => {
    expect((await board.member.put("/time-week/2026-11-17/submit")).status).toBe(404);
    expect((await board.member.put("/time-week/soon/submit")).status).toBe(404);
    expect((await board.owner.put(`${week}/approve`, { user_id: 9_007_199_254_740_990 })).status).toBe(404);
  });

  test("a person of another tenant doesn't exist", async () => {
    const other = await server.world();
    expect((await board.owner.put(`${week}/approve`, { user_id: other.employee.id })).status).toBe(404);
  });
});

describe("a week", () => {
  test("handed in, approved, opened again; told to its person and to those who decide", async () => {
    const mark = server.published.length;
    expect(ok(await submit()).body.data).toMatchObject({ state: "submitted", can: { approve: false, reopen: true } });
    const told = world.events(mark).filter(({ event }) => event.type === "time_week.submitted");
    const streams = [world.employee, world.manager, world.admin].map(({ id }) => `user:${id}`).sort();
    expect(told.map(({ stream }) => stream).sort()).toEqual(streams);
    expect(told[0]?.event.data).toMatchObject({ user: { id: world.employee.id }, monday: "2026-11-16", minutes: 450 });

    const [waiting] = ok(await board.owner.get("/time-week/waiting")).body.data;
    expect(waiting).toMatchObject({ user: { id: world.employee.id }, can: { approve: true, reopen: true } });
    const approved = ok(await board.owner.put(`${week}/approve`, ofEmployee())).body.data;
    expect(approved).toMatchObject({ state: "approved", decided_by: { id: world.manager.id } });
    expect(ok(await board.owner.get("/time-week/waiting")).body.data).toEqual([]);

    const reopened = ok(await world.api(world.admin).put(`${week}/reopen`, ofEmployee())).body.data;
    expect(reopened).toMatchObject({ state: "open", decided_by: { id: world.admin.id } });
    ok(
      await board.member.post("/time-entry", {
        task_id: board.tasks[0]?.[0],
        date: "2026-11-19",
        hours: 1,
        minutes: 0,
      }),
    );
  });

  test("taken back by its person while nobody has decided", async () => {
    ok(await submit());
    const back = ok(await board.member.put(`${week}/reopen`)).body.data;
    expect(back).toMatchObject({ state: "open", submitted_at: null, decided_by: null });
  });

  test("is one of the last weeks, with its sum", async () => {
    const weeks = ok(await board.member.get("/time-week?weeks=4")).body.data as { monday: string }[];
    expect(weeks).toHaveLength(4);
    const date = weeks.map(({ monday }) => monday).sort()[0];
    ok(await board.member.post("/time-entry", { task_id: board.tasks[0]?.[0], date, hours: 7, minutes: 30 }));
    ok(await board.member.put(`/time-week/${date}/submit`));
    const found = ok(await board.owner.get(`/time-week?weeks=53&user_id=${world.employee.id}`)).body.data.find(
      (one: { monday: string }) => one.monday === date,
    );
    expect(found).toMatchObject({ minutes: 450, state: "submitted" });
  });

  test("what was handed in isn't lost with what it is logged on: that is archived, or deleted once the week is open", async () => {
    const paths = [`/task/${board.tasks[0]?.[0]}`, `/project/${board.id}`];
    const refused = async () => {
      for (const path of paths) expect((await board.owner.delete(path)).body.code).toBe("time.handedIn");
    };
    ok(await submit());
    await refused();
    ok(await board.owner.put(`${week}/approve`, ofEmployee()));
    await refused();
    expect(ok(await board.member.get("/time-entry?from=2026-11-16&to=2026-11-22")).body.data).toHaveLength(1);
    ok(await board.owner.delete(`/task/${board.tasks[0]?.[1]}`));
    ok(await board.owner.put(`${paths[0]}/archive`));
    await refused();
    ok(await board.owner.put(`${week}/reopen`, ofEmployee()));
    for (const path of paths) ok(await board.owner.delete(path));
  });

  test("what is deleted at the moment of handing in waits for it", async () => {
    const handIn = change(
      "UPDATE time_week SET state = 'submitted', submitted_at = now() WHERE tenant_id = current_tenant() AND user_id = $1",
      world.employee.id,
    );
    const answer = await inTheGap(server, world, [handIn], () => board.owner.delete(`/task/${board.tasks[0]?.[0]}`));
    expect(answer.body.code).toBe("time.handedIn");
  });

  test("two deciding at once: one wins, the other learns who", async () => {
    ok(await submit());
    const answers = await Promise.all([
      board.owner.put(`${week}/approve`, ofEmployee()),
      world.api(world.admin).put(`${week}/approve`, ofEmployee()),
    ]);
    expect(answers.map((answer) => answer.status).sort((a, b) => a - b)).toEqual([200, 409]);
  });
});
