import { sweepLooseFiles } from "../../server/files/loose-files.service";
import { newStorageKey } from "../../server/platform/files/file-store";
import { testServer } from "../support/server";
import { columnsOf, newProject, newTask, newTeam, ok, statuses, told } from "./projects";

const server = testServer();

describe("refused", () => {
  test("to members and viewers", async () => {
    const world = await server.world();
    const { project, member, viewer } = await newTeam(world);
    for (const person of [member, viewer]) {
      const api = world.api(person);
      const answers = [
        await api.post(`/project/update/${project.id}`, { title: "Mine" }),
        await api.put(`/project/${project.id}/members`, { groups: [] }),
        await api.put(`/project/${project.id}/archive`),
        await api.put(`/project/${project.id}/restore`),
        await api.delete(`/project/${project.id}`),
      ];
      expect(answers.map((answer) => answer.body.code)).toEqual(answers.map(() => "permission.denied"));
    }
  });

  test("with an old version: the answer holds the present record", async () => {
    const world = await server.world();
    const { project, owner } = await newTeam(world);
    const api = world.api(owner);
    ok(await api.post(`/project/update/${project.id}`, { title: "First", version: project.version }));
    const answer = await api.post(`/project/update/${project.id}`, { title: "Second", version: project.version });
    expect([answer.status, answer.body.code]).toEqual([409, "project.stale"]);
    expect(answer.body.data).toMatchObject({ title: "First", version: project.version + 1 });
  });

  test("to give it a code that another project has", async () => {
    const world = await server.world();
    await newProject(world, { code: "WEB" });
    const project = await newProject(world, { code: "APP" });
    const answer = await world.api(world.manager).post(`/project/update/${project.id}`, { code: "WEB" });
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ["code"]]);
    ok(await world.api(world.manager).post(`/project/update/${project.id}`, { code: "APP" }));
  });

  test("once it is archived, until it is brought back", async () => {
    const world = await server.world();
    const { project, owner } = await newTeam(world);
    const api = world.api(owner);
    const tag = ok(await api.post("/project/tags", { project_id: project.id, name: "Design" })).body.data;
    const task = await newTask(world, project.id);
    ok(await api.put(`/project/${project.id}/archive`));
    const answers = [
      await api.post(`/project/update/${project.id}`, { title: "Mine" }),
      await api.put(`/project/${project.id}/members`, { groups: [] }),
      await api.post("/project/tags", { project_id: project.id, name: "Other" }),
      await api.patch(`/project/tags/${tag.id}`, { name: "Other" }),
      await api.delete(`/project/tags/${tag.id}`),
      await api.post("/comments", { task_id: task.id, comment: "Too late" }),
    ];
    expect(answers.map((answer) => [answer.status, answer.body.code])).toEqual(
      answers.map(() => [409, "project.archived"]),
    );
    const seen = ok(await api.get(`/project/single/${project.id}`)).body.data;
    expect(seen).toMatchObject({
      archived: true,
      can: { edit: false, archive: true, delete: true, create_task: false },
    });
    ok(await api.put(`/project/${project.id}/restore`));
    ok(await api.post(`/project/update/${project.id}`, { title: "Mine again" }));
  });

  test("to draw the timeline in over tasks that are there", async () => {
    const world = await server.world();
    const project = await newProject(world, { start_date: "2026-01-01", end_date: "2026-12-31" });
    const task = await newTask(world, project.id, { start_date: "2026-03-01", due_date: "2026-06-01" });
    const api = world.api(world.manager);
    const both = { start_date: "2026-03-02", end_date: "2026-05-31" };
    const answer = await api.post(`/project/update/${project.id}`, both);
    expect([answer.status, Object.keys(answer.body.errors).sort()]).toEqual([422, ["end_date", "start_date"]]);
    ok(await api.post(`/project/update/${project.id}`, { start_date: "2026-03-01", end_date: "2026-06-01" }));
    ok(await api.post(`/project/update/${project.id}`, { start_date: null, end_date: null }));
    ok(await api.put(`/task/${task.id}/archive`));
    ok(await api.post(`/project/update/${project.id}`, both));
  });

  test("when only one end is sent and lies on the wrong side of the other", async () => {
    const world = await server.world();
    const project = await newProject(world, { start_date: "2026-05-01", end_date: "2026-12-31" });
    const answer = await world.api(world.manager).post(`/project/update/${project.id}`, { end_date: "2026-04-30" });
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ["end_date"]]);
  });
});

test("only what is sent changes; the event says what it was and what it is", async () => {
  const world = await server.world();
  const project = await newProject(world, { description: "Old words", color: "blue", end_date: "2026-12-31" });
  const mark = server.published.length;
  const change = { title: "New name", description: "", end_date: "" };
  const answer = ok(await world.api(world.manager).post(`/project/update/${project.id}`, change));
  expect(answer.body.data).toMatchObject({
    title: "New name",
    description: null,
    end_date: null,
    color: "blue",
    version: project.version + 1,
  });
  const [event, ...others] = world.events(mark);
  expect(others).toEqual([]);
  expect(event?.event.data).toEqual({
    id: project.id,
    version: project.version + 1,
    title: "New name",
    description: null,
    end_date: null,
    before: { title: "Website relaunch", description: "<p>Old words</p>", end_date: "2026-12-31" },
  });
});

test("a change of nothing is no change: same version, no event", async () => {
  const world = await server.world();
  const project = await newProject(world, { budget: "10" });
  const mark = server.published.length;
  const same = { title: project.title, budget: "10.00", code: project.code };
  const answer = ok(await world.api(world.manager).post(`/project/update/${project.id}`, same));
  expect(answer.body.data.version).toBe(project.version);
  expect(world.events(mark)).toEqual([]);
});

test("what isn't for every eye is said without saying what", async () => {
  const world = await server.world();
  const project = await newProject(world);
  const mark = server.published.length;
  ok(await world.api(world.manager).post(`/project/update/${project.id}`, { budget: "99000.5" }));
  expect(world.events(mark).map(({ event }) => event.data)).toEqual([{ id: project.id, version: 2, before: {} }]);
  expect(ok(await world.api(world.manager).get(`/project/${project.id}/edit`)).body.data.budget).toBe("99000.50");
});

test("whoever edits projects by profession does so in those they are a member of", async () => {
  const world = await server.world();
  const other = await world.person("manager");
  const project = await newProject(world, { members: [{ user_id: other.id, role: "member" }] });
  ok(await world.api(other).post(`/project/update/${project.id}`, { title: "By another manager" }));
  ok(
    await world.api(world.manager).put(`/project/${project.id}/members`, {
      members: [
        { user_id: world.manager.id, role: "owner" },
        { user_id: other.id, role: "viewer" },
      ],
    }),
  );
  expect((await world.api(other).post(`/project/update/${project.id}`, { title: "No" })).status).toBe(403);
});

test("multipart with nested keys does the same", async () => {
  const world = await server.world();
  const { project, member } = await newTeam(world);
  const boundary = "----x";
  const field = (name: string, value: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const payload = `${field("title", "From a form")}${field("members[0][user_id]", String(world.manager.id))}${field(
    "members[0][role]",
    "owner",
  )}${field("members[1][user_id]", String(member.id))}--${boundary}--\r\n`;
  const answer = ok(
    await world.api(world.manager).send({
      method: "POST",
      url: `/project/update/${project.id}`,
      payload,
      headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
    }),
  );
  expect(answer.body.data.title).toBe("From a form");
  expect(answer.body.data.project_members.map((each: { role: string }) => each.role)).toEqual(["owner", "member"]);
});

test("archiving is told to those who follow the project, bringing it back to everyone who will see it again", async () => {
  const world = await server.world();
  const { project, member, viewer, stranger } = await newTeam(world);
  const named = { admin: world.admin, manager: world.manager, member, viewer, stranger };
  const api = world.api(world.manager);
  let mark = server.published.length;
  ok(await api.put(`/project/${project.id}/archive`));
  ok(await api.put(`/project/${project.id}/archive`));
  expect(told(world.events(mark), named)).toEqual(["project.archived → project"]);
  mark = server.published.length;
  ok(await api.put(`/project/${project.id}/restore`));
  ok(await api.put(`/project/${project.id}/restore`));
  expect(told(world.events(mark), named)).toEqual([
    "project.restored → admin",
    "project.restored → manager",
    "project.restored → member",
    "project.restored → project",
    "project.restored → viewer",
  ]);
});

describe("deleting", () => {
  test("takes everything along, and everyone who saw it hears of it on their own stream", async () => {
    const world = await server.world();
    const { project, member, viewer, stranger } = await newTeam(world);
    const task = await newTask(world, project.id, { users: [member.id] });
    ok(await world.api(member).post("/comments", { task_id: task.id, comment: "Bye" }));
    const mark = server.published.length;
    const answer = ok(await world.api(world.manager).delete(`/project/${project.id}`));
    expect(answer.body).toEqual({ message: "The project was deleted.", id: project.id });
    expect(told(world.events(mark), { admin: world.admin, manager: world.manager, member, viewer, stranger })).toEqual([
      "project.deleted → admin",
      "project.deleted → manager",
      "project.deleted → member",
      "project.deleted → viewer",
    ]);
    for (const path of [`/project/single/${project.id}`, `/task/${task.id}`]) {
      expect((await world.api(world.admin).get(path)).status).toBe(404);
    }
  });

  test("removes the files of its attachments, once it is certain", async () => {
    const world = await server.world();
    const project = await newProject(world);
    const task = await newTask(world, project.id);
    const key = newStorageKey(world.tenantId);
    await server.platform.files.put(key, Buffer.from("paper"), "application/pdf");
    await world.tx(async (tx) => {
      const file = await tx.one<{ id: number }>(
        {
          name: "",
          text: `INSERT INTO file (tenant_id, name, type, size, storage_key)
                 VALUES (current_tenant(), 'a.pdf', 'application/pdf', 5, $1) RETURNING id`,
        },
        [key],
      );
      await tx.rows(
        {
          name: "",
          text: "INSERT INTO task_attachment (tenant_id, task_id, title, file_id) VALUES (current_tenant(), $1, 'A', $2)",
        },
        [task.id, file?.id],
      );
    });
    ok(await world.api(world.manager).delete(`/project/${project.id}`));
    await sweepLooseFiles(world.tx, server.platform.files);
    expect(await server.platform.files.get(key)).toBeNull();
    const left = await world.tx((tx) =>
      tx.rows({ name: "", text: "SELECT 1 FROM file WHERE storage_key = $1" }, [key]),
    );
    expect(left).toEqual([]);
  });

  test("while others move its cards: either they moved, or it was gone; nothing breaks", async () => {
    const world = await server.world();
    const { project, member } = await newTeam(world);
    const [todo, doing] = await columnsOf(world, project.id);
    const tasks = await Promise.all(
      [1, 2, 3, 4, 5, 6].map(() => newTask(world, project.id, { task_status_id: todo?.id })),
    );
    const [deleted, ...moved] = await Promise.all([
      world.api(world.manager).delete(`/project/${project.id}`),
      ...tasks.map((task) => world.api(member).put(`/task/${task.id}/status-update`, { task_status_id: doing?.id })),
    ]);
    expect(deleted?.status).toBe(200);
    for (const answer of moved) expect([200, 404]).toContain(answer.status);
  });
});

test("of two who save the same version, one wins and the other learns what stands now", async () => {
  const world = await server.world();
  const { project, owner } = await newTeam(world);
  for (let version = project.version; version < project.version + 5; version++) {
    const answers = await Promise.all(
      ["Left", "Right"].map((side) =>
        world.api(owner).post(`/project/update/${project.id}`, { title: `${side} ${version}`, version }),
      ),
    );
    expect(statuses(answers)).toEqual([200, 409]);
    const [winner, loser] = answers.sort((a, b) => a.status - b.status);
    expect(loser?.body.data.title).toBe(winner?.body.data.title);
  }
});
