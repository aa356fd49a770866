import { newProject, newTask, newTeam, requireOk, sortedStatuses } from "../projects/projects";
import { testServer } from "../../support/server";
import type { World } from "../../support/world";

const server = testServer();

async function newThread(world: World) {
  const team = await newTeam(world);
  const task = await newTask(world, team.project.id);
  const comment = requireOk(await world.api(team.member).post("/comments", { task_id: task.id, comment: "First" })).body
    .data;
  return { ...team, task, comment };
}

describe("refused comments", () => {
  test("comments beyond the limit of one response are refused", async () => {
    const world = await server.world();
    const { task, comment, member } = await newThread(world);
    const api = world.api(member);
    const fill = (count: number, letters: number) =>
      world.tx((tx) =>
        tx.manager.query(
          `INSERT INTO comment (tenant_id, task_id, author_id, body)
           SELECT current_tenant(), $1, $2, repeat('x', $4) FROM generate_series(1, $3::int)`,
          [task.id, member.id, count, letters],
        ),
      );
    const refusal = (answer: { status: number; body: { errors?: object } }) => [
      answer.status,
      Object.keys(answer.body.errors ?? {}),
    ];
    await fill(1, 1_600_000);
    expect(refusal(await api.post("/comments", { task_id: task.id, comment: "Once more" }))).toEqual([
      422,
      ["comment"],
    ]);
    expect(refusal(await api.put(`/comments/${comment.id}`, { comment: "First, and longer" }))).toEqual([
      422,
      ["comment"],
    ]);
    requireOk(await api.put(`/comments/${comment.id}`, { comment: "1st" }));
    await world.tx((tx) =>
      tx.manager.query("DELETE FROM comment WHERE task_id = $1 AND id <> $2", [task.id, comment.id]),
    );
    await fill(998, 1);
    requireOk(await api.post("/comments", { task_id: task.id, comment: "The last" }));
    expect(refusal(await api.post("/comments", { task_id: task.id, comment: "Once more" }))).toEqual([
      422,
      ["comment"],
    ]);
    requireOk(await api.put(`/comments/${comment.id}`, { comment: "First, and longer" }));
  });

  test("commenting returns 404 for tasks the user can't see, in any tenant", async () => {
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

  test("viewers get 403 for creating and deleting comments", async () => {
    const world = await server.world();
    const { task, comment, viewer } = await newThread(world);
    const api = world.api(viewer);
    expect((await api.post("/comments", { task_id: task.id, comment: "Hi" })).status).toBe(403);
    expect((await api.delete(`/comments/${comment.id}`)).status).toBe(403);
  });

  test("returns 403 when changing another user's comment, even for administrators", async () => {
    const world = await server.world();
    const { comment } = await newThread(world);
    for (const person of [world.manager, world.admin]) {
      const answer = await world.api(person).put(`/comments/${comment.id}`, { comment: "They said this" });
      expect([answer.status, answer.body.code]).toEqual([403, "permission.denied"]);
    }
  });

  test.each(["", "   ", "<p></p>", "<p>&nbsp;</p><script>alert(1)</script>"])(
    "a comment without text gets 422: %j",
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

  test("a stale comment version gets 409 with the current comment", async () => {
    const world = await server.world();
    const { comment, member } = await newThread(world);
    const api = world.api(member);
    requireOk(await api.put(`/comments/${comment.id}`, { comment: "Second", version: 1 }));
    const answer = await api.put(`/comments/${comment.id}`, { comment: "Third", version: 1 });
    expect([answer.status, answer.body.code]).toEqual([409, "comment.stale"]);
    expect(answer.body.data).toMatchObject({ comment: "<p>Second</p>", version: 2 });
  });

  test("comments in an archived project can't be created, changed or deleted", async () => {
    const world = await server.world();
    const { project, task, comment, member } = await newThread(world);
    requireOk(await world.api(world.manager).put(`/project/${project.id}/archive`));
    const api = world.api(member);
    const answers = [
      await api.post("/comments", { task_id: task.id, comment: "Hi" }),
      await api.put(`/comments/${comment.id}`, { comment: "Hi" }),
      await api.delete(`/comments/${comment.id}`),
    ];
    expect(answers.map((answer) => answer.body.code)).toEqual(answers.map(() => "project.archived"));
  });
});

test("creating, changing and deleting comments updates the task's comment count", async () => {
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
  const changed = requireOk(await api.put(`/comments/${comment.id}`, { comment: "<p>Better</p>" })).body.data;
  expect(changed).toMatchObject({ comment: "<p>Better</p>", version: 2, created_at: comment.created_at });
  expect(changed.edited_at).not.toBeNull();
  requireOk(await api.post("/comments", { task_id: task.id, comment: "Another" }));
  const detail = requireOk(await world.api(world.manager).get(`/task/${task.id}`)).body.data;
  expect(detail.comment_count).toBe(2);
  expect(detail.comments.map((each: { can: object }) => each.can)).toEqual([
    { edit: false, delete: true },
    { edit: false, delete: true },
  ]);
  requireOk(await api.delete(`/comments/${comment.id}`));
  expect(requireOk(await api.get(`/task/${task.id}`)).body.data.comment_count).toBe(1);
  const events = world.events(mark).map(({ stream, event }) => [event.type, stream.split(":")[0]]);
  expect(events).toEqual([
    ["comment.updated", "project"],
    ["comment.created", "project"],
    ["comment.deleted", "project"],
  ]);
  expect((await api.delete(`/comments/${comment.id}`)).status).toBe(404);
});

test("saving an unchanged comment emits nothing and keeps the version", async () => {
  const world = await server.world();
  const { comment, member } = await newThread(world);
  const mark = server.published.length;
  const same = requireOk(await world.api(member).put(`/comments/${comment.id}`, { comment: "First" })).body.data;
  expect([same.version, same.edited_at]).toEqual([1, null]);
  expect(world.events(mark)).toEqual([]);
});

test("users with task-delete may delete other users' comments", async () => {
  const world = await server.world();
  const { comment } = await newThread(world);
  const deleted = requireOk(await world.api(world.manager).delete(`/comments/${comment.id}`));
  expect(deleted.body.id).toBe(comment.id);
});

test("only users who can see the task can be mentioned, always with their real name", async () => {
  const world = await server.world();
  const other = await server.world();
  const { project, task, member, viewer, stranger } = await newThread(world);
  const left = await world.person("employee");
  requireOk(
    await world.api(world.manager).put(`/project/${project.id}/members`, {
      members: [...project.project_members.map(({ user, role }) => ({ user_id: user.id, role })), { user_id: left.id }],
    }),
  );
  await world.tx((tx) => tx.rows({ name: "", text: "UPDATE app_user SET active = false WHERE id = $1" }, [left.id]));
  const mentionedPeople = [viewer, world.admin, stranger, other.employee, left];
  const html = `<p>${mentionedPeople.map(({ id }) => `<span data-mention="${id}">@Someone</span>`).join(" ")}</p>`;
  const mark = server.published.length;
  const answer = requireOk(await world.api(member).post("/comments", { task_id: task.id, comment: html })).body.data;
  expect(answer.comment).toBe(
    `<p><span data-mention="${viewer.id}">@${viewer.fullname}</span> <span data-mention="${world.admin.id}">@${world.admin.fullname}</span> @Someone @Someone @Someone</p>`,
  );
  expect(world.events(mark)[0]?.event.data).toMatchObject({ mentions: [viewer.id, world.admin.id] });
});

test("changing a comment emits only the newly mentioned users", async () => {
  const world = await server.world();
  const { task, member, viewer } = await newThread(world);
  const api = world.api(member);
  const mention = (person: { id: number }) => `<span data-mention="${person.id}">@x</span>`;
  const body = { task_id: task.id, comment: `<p>${mention(viewer)}</p>` };
  const comment = requireOk(await api.post("/comments", body)).body.data;
  const mark = server.published.length;
  requireOk(
    await api.put(`/comments/${comment.id}`, { comment: `<p>${mention(viewer)} ${mention(world.manager)}</p>` }),
  );
  expect(world.events(mark)[0]?.event.data).toMatchObject({
    mentions: [viewer.id, world.manager.id],
    newly_mentioned: [world.manager.id],
  });
});

test("forty concurrent comments are all stored and counted", async () => {
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
  const detail = requireOk(await world.api(world.manager).get(`/task/${task.id}`)).body.data;
  expect([detail.comment_count, detail.comments.length]).toEqual([40, 40]);
});

test("two changes of the same comment version: the second gets 409", async () => {
  const world = await server.world();
  const { comment, member } = await newThread(world);
  const answers = await Promise.all(
    ["a", "b"].map((text) => world.api(member).put(`/comments/${comment.id}`, { comment: text, version: 1 })),
  );
  expect(sortedStatuses(answers)).toEqual([200, 409]);
});
