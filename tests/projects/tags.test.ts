import { tones } from "../../shared/kernel/fields";
import { testServer } from "../support/server";
import { newProject, newTask, newTeam, ok } from "./projects";

const server = testServer();

describe("refused", () => {
  test("to viewers, and to those who aren't in the project", async () => {
    const world = await server.world();
    const { project, viewer, stranger } = await newTeam(world);
    const tag = ok(await world.api(world.manager).post("/project/tags", { project_id: project.id, name: "Bug" })).body
      .data;
    for (const [person, status] of [[viewer, 403] as const, [stranger, 404] as const]) {
      const api = world.api(person);
      expect((await api.post("/project/tags", { project_id: project.id, name: "Mine" })).status).toBe(status);
      expect((await api.patch(`/project/tags/${tag.id}`, { name: "Mine" })).status).toBe(status);
      expect((await api.delete(`/project/tags/${tag.id}`)).status).toBe(status);
    }
  });

  test("a name that the project has, in whatever case; in another project it is free", async () => {
    const world = await server.world();
    const project = await newProject(world);
    const other = await newProject(world);
    const api = world.api(world.manager);
    ok(await api.post("/project/tags", { project_id: project.id, name: "Design" }));
    const bug = ok(await api.post("/project/tags", { project_id: project.id, name: "Bug" })).body.data;
    const twice = await api.post("/project/tags", { project_id: project.id, name: " DESIGN " });
    expect([twice.status, twice.body.errors]).toEqual([422, { name: ["This is already in use"] }]);
    expect((await api.patch(`/project/tags/${bug.id}`, { name: "dEsIgN" })).status).toBe(422);
    ok(await api.post("/project/tags", { project_id: other.id, name: "Design" }));
    ok(await api.patch(`/project/tags/${bug.id}`, { name: "BUG" }));
  });

  test("without a project, without a name, in a colour that doesn't exist", async () => {
    const world = await server.world();
    const answer = await world.api(world.manager).post("/project/tags", { color: "#ff0000" });
    expect(Object.keys(answer.body.errors).sort()).toEqual(["color", "name", "project_id"]);
    expect((await world.api(world.manager).get("/project/tags")).status).toBe(422);
  });
});

test("a tag gets the colour that is rarest in the project", async () => {
  const world = await server.world();
  const project = await newProject(world);
  const colors: string[] = [];
  for (const _ of tones) {
    const body = { project_id: project.id, name: `Tag ${colors.length}` };
    colors.push(ok(await world.api(world.manager).post("/project/tags", body)).body.data.color);
  }
  expect([...colors].sort()).toEqual([...tones].sort());
});

test("made, renamed, read by name, deleted; tasks lose it, everyone hears", async () => {
  const world = await server.world();
  const { project, member } = await newTeam(world);
  const api = world.api(member);
  const mark = server.published.length;
  const tag = ok(await api.post("/project/tags", { project_id: project.id, name: "Zeta", color: "teal" })).body.data;
  ok(await api.post("/project/tags", { project_id: project.id, name: "alpha" }));
  const task = await newTask(world, project.id, { tags: [tag.id] });
  const renamed = ok(await api.patch(`/project/tags/${tag.id}`, { name: "Omega" })).body.data;
  expect(renamed).toEqual({ id: tag.id, project_id: project.id, name: "Omega", color: "teal" });
  const list = ok(await api.get(`/project/tags?project_id=${project.id}`)).body.data;
  expect(list.map((each: { name: string }) => each.name)).toEqual(["alpha", "Omega"]);
  ok(await api.delete(`/project/tags/${tag.id}`));
  expect(ok(await api.get(`/task/${task.id}`)).body.data.tag_ids).toEqual([]);
  expect((await api.delete(`/project/tags/${tag.id}`)).status).toBe(404);
  const events = world.events(mark).filter(({ event }) => event.type.startsWith("tag."));
  expect(events.map(({ event }) => event.type)).toEqual(["tag.created", "tag.created", "tag.updated", "tag.deleted"]);
});

test("of ten who make the same tag at once, one does", async () => {
  const world = await server.world();
  const project = await newProject(world);
  const answers = await Promise.all(
    Array.from({ length: 10 }, () =>
      world.api(world.manager).post("/project/tags", { project_id: project.id, name: "Race" }),
    ),
  );
  expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1);
  expect(answers.filter((answer) => answer.status === 422)).toHaveLength(9);
});
