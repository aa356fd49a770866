import { newProject, newTask, newTeam, ok, statuses } from "../projects/projects";
import { testServer } from "../support/server";
import type { World } from "../support/world";

const server = testServer();

async function newThread(world: World) {
  const team = await newTeam(world);
  const task = await newTask(world, team.project.id);
  const comment = ok(await world.api(team.member).post("/comments", { task_id: task.id, comment: "First" })).body.data;
  return { ...team, task, comment };
}

describe("refused", () => {
  test("where so much is said already that it couldn't be answered at once", async () => {
    const world = await server.world();
    const { task, comment, member } = await newThread(world);
    const api = world.api(member);
    const fill = (many: number, letters: number) =>
      world.tx((tx) =>
        tx.manager.query(
          `INSERT INTO comment (tenant_id, task_id, author_id, body)
           SELECT current_tenant(), $1, $2, repeat('x', $4) FROM generate_series(1, $3::int)`,
          [task.id, member.id, many, letters],
        ),
      );
    const said = (answer: { status: number; body: { errors?: object } }) => [
      answer.status,
      Object.keys(answer.body.errors ?? {}),
    ];
    await fill(1, 1_600_000);
    expect(said(await api.post("/comments", { task_id: task.id, comment: "Once more" }))).toEqual([422, ["comment"]]);
    expect(said(await api.put(`/comments/${comment.id}`, { comment: "First, and longer" }))).toEqual([
      422,
      ["comment"],
    ]);
    ok(await api.put(`/comments/${comment.id}`, { comment: "1st" }));
    await world.tx((tx) =>
      tx.manager.query("DELETE FROM comment WHERE task_id = $1 AND id <> $2", [task.id, comment.id]),
    );
    await fill(998, 1);
    ok(await api.post("/comments", { task_id: task.id, comment: "The last" }));
    expect(said(await api.post("/comments", { task_id: task.id, comment: "Once more" }))).toEqual([422, ["comment"]]);
    ok(await api.put(`/comments/${comment.id}`, { comment: "First, and longer" }));
  });

  test("on a task that one may not see, of whichever tenant", async () => {
    const world = await server.world();
    const other = await server.world();
    const { task, comment, stranger } = await newThread(world);
    for (const api of [world.api(stranger), world.api(world.external), other.api(other.admin)]) {
      const answers = [
        await api.post("/comments", { task_id: task.id, comment: "Hi" }),
        await api.put(`/comments/${comment.id}`, { comment: "Hi" }),
        await api.delete(`/comments/${comment.id}`),
      ];
      expect(answers.map((answer) => answer.status)).toEqual([404, 404, 404]);
    }
  });

  test("to viewers", async () => {
    const world = await server.world();
    const { task, comment, viewer } = await newThread(world);
    const api = world.api(viewer);
    expect((await api.post("/comments", { task_id: task.id, comment: "Hi" })).status).toBe(403);
    expect((await api.delete(`/comments/${comment.id}`)).status).toBe(403);
  });

  test("to change what somebody else said, even to administrators", async () => {
    const world = await server.world();
    const { comment } = await newThread(world);
    for (const person of [world.manager, world.admin]) {
      const answer = await world.api(person).put(`/comments/${comment.id}`, { comment: "They said this" });
      expect([answer.status, answer.body.code]).toEqual([403, "permission.denied"]);
    }
  });

  test.each(["", "   ", "<p></p>", "<p>&nbsp;</p><script>alert(1)</script>"])(
    "with nothing to read: %j",
    async (text) => {
      const world = await server.world();
      const { task, comment, member } = await newThread(world);
      const api = world.api(member);
      for (const answer of [
        await api.post("/comments", { task_id: task.id, comment: text }),
        await api.put(`/comments/${comment.id}`, { comment: text }),
      ]) {
        expect([answer.status, answer.body.errors]).toEqual([422, { comment: ["This field is required"] }]);
      }
    },
  );

  test("with an old version: the answer holds what stands now", async () => {
    const world = await server.world();
    const { comment, member } = await newThread(world);
    const api = world.api(member);
    ok(await api.put(`/comments/${comment.id}`, { comment: "Second", version: 1 }));
    const answer = await api.put(`/comments/${comment.id}`, { comment: "Third", version: 1 });
    expect([answer.status, answer.body.code]).toEqual([409, "comment.stale"]);
    expect(answer.body.data).toMatchObject({ comment: "<p>Second</p>", version: 2 });
  });

  test("in an archived project: neither written, nor changed, nor deleted", async () => {
    const world = await server.world();
    const { project, task, comment, member } = await newThread(world);
    ok(await world.api(world.manager).put(`/project/${project.id}/archive`));
    const api = world.api(member);
    const answers = [
      await api.post("/comments", { task_id: task.id, comment: "Hi" }),
      await api.put(`/comments/${comment.id}`, { comment: "Hi" }),
      await api.delete(`/comments/${comment.id}`),
    ];
    expect(answers.map((answer) => answer.body.code)).toEqual(answers.map(() => "project.archived"));
  });
});

test("written, changed and deleted: the task counts, everyone hears", async () => {
  const world = await server.world();
  const { task, comment, member } = await newThread(world);
  const api = world.api(member);
  expect(comment).toMatchObject({
    comment: "<p>First</p>",
    edited_at: null,
    version: 1,
    can: { edit: true, delete: true },
  });
  const mark = server.published.length;
  const changed = ok(await api.put(`/comments/${comment.id}`, { comment: "<p>Better</p>" })).body.data;
  expect(changed).toMatchObject({ comment: "<p>Better</p>", version: 2, created_at: comment.created_at });
  expect(changed.edited_at).not.toBeNull();
  ok(await api.post("/comments", { task_id: task.id, comment: "Another" }));
  const detail = ok(await world.api(world.manager).get(`/task/${task.id}`)).body.data;
  expect(detail.comment_count).toBe(2);
  expect(detail.comments.map((each: { can: object }) => each.can)).toEqual([
    { edit: false, delete: true },
    { edit: false, delete: true },
  ]);
  ok(await api.delete(`/comments/${comment.id}`));
  expect(ok(await api.get(`/task/${task.id}`)).body.data.comment_count).toBe(1);
  const events = world.events(mark).map(({ stream, event }) => [event.type, stream.split(":")[0]]);
  expect(events).toEqual([
    ["comment.updated", "project"],
    ["comment.created", "project"],
    ["comment.deleted", "project"],
  ]);
  expect((await api.delete(`/comments/${comment.id}`)).status).toBe(404);
});

test("the same words again change nothing", async () => {
  const world = await server.world();
  const { comment, member } = await newThread(world);
  const mark = server.published.length;
  const same = ok(await world.api(member).put(`/comments/${comment.id}`, { comment: "First" })).body.data;
  expect([same.version, same.edited_at]).toEqual([1, null]);
  expect(world.events(mark)).toEqual([]);
});

test("a member with task-delete clears up after others", async () => {
  const world = await server.world();
  const { comment } = await newThread(world);
  const deleted = ok(await world.api(world.manager).delete(`/comments/${comment.id}`));
  expect(deleted.body.id).toBe(comment.id);
});

test("only people who may see the task can be mentioned, and by their own name", async () => {
  const world = await server.world();
  const other = await server.world();
  const { project, task, member, viewer, stranger } = await newThread(world);
  const left = await world.person("employee");
  ok(
    await world.api(world.manager).put(`/project/${project.id}/members`, {
      members: [...project.project_members.map(({ user, role }) => ({ user_id: user.id, role })), { user_id: left.id }],
    }),
  );
  await world.tx((tx) => tx.rows({ name: "", text: "UPDATE app_user SET active = false WHERE id = $1" }, [left.id]));
  const named = [viewer, world.admin, stranger, other.employee, left];
  const html = `<p>${named.map(({ id }) => `<span data-mention="${id}">@Someone</span>`).join(" ")}</p>`;
  const mark = server.published.length;
  const answer = ok(await world.api(member).post("/comments", { task_id: task.id, comment: html })).body.data;
  expect(answer.comment).toBe(
    `<p><span data-mention="${viewer.id}">@${viewer.fullname}</span> <span data-mention="${world.admin.id}">@${world.admin.fullname}</span> @Someone @Someone @Someone</p>`,
  );
  expect(world.events(mark)[0]?.event.data).toMatchObject({ mentions: [viewer.id, world.admin.id] });
});

test("a change tells who is newly mentioned", async () => {
  const world = await server.world();
  const { task, member, viewer } = await newThread(world);
  const api = world.api(member);
  const mention = (person: { id: number }) => `<span data-mention="${person.id}">@x</span>`;
  const body = { task_id: task.id, comment: `<p>${mention(viewer)}</p>` };
  const comment = ok(await api.post("/comments", body)).body.data;
  const mark = server.published.length;
  ok(await api.put(`/comments/${comment.id}`, { comment: `<p>${mention(viewer)} ${mention(world.manager)}</p>` }));
  expect(world.events(mark)[0]?.event.data).toMatchObject({
    mentions: [viewer.id, world.manager.id],
    newly_mentioned: [world.manager.id],
  });
});

test("forty comments at once: all are there, and the task counts forty", async () => {
  const world = await server.world();
  const project = await newProject(world, { members: [{ user_id: world.employee.id }] });
  const task = await newTask(world, project.id);
  const people = [world.manager, world.employee];
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, n) =>
      world.api(people[n % 2]).post("/comments", { task_id: task.id, comment: `Number ${n}` }),
    ),
  );
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([201]));
  const detail = ok(await world.api(world.manager).get(`/task/${task.id}`)).body.data;
  expect([detail.comment_count, detail.comments.length]).toEqual([40, 40]);
});

test("of two changes of the same version at once one wins", async () => {
  const world = await server.world();
  const { comment, member } = await newThread(world);
  const answers = await Promise.all(
    ["a", "b"].map((text) => world.api(member).put(`/comments/${comment.id}`, { comment: text, version: 1 })),
  );
  expect(statuses(answers)).toEqual([200, 409]);
});
