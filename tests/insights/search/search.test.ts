import type { search } from "../../../shared/insights/search/search.contract";
import type { ReplyOf } from "../../../shared/kernel/endpoint";
import type { Api } from "../../support/api";
import { testServer } from "../../support/server";
import { newProject, newTask, newTeam, requireOk } from "../../work/projects/projects";

const server = testServer();

const find = async (api: Api, query: string): Promise<ReplyOf<typeof search>> =>
  requireOk(await api.get(`/search?${query}`)).body;

test("a session is required and the query must not be empty", async () => {
  const world = await server.world();
  expect((await world.api(null).get("/search?q=a")).status).toBe(401);
  expect((await world.api(null).get("/search/recent")).status).toBe(401);
  const api = world.api(world.employee);
  for (const query of ["", "q=", "q=a&after=x", "q=a&state=later", "q=a&from=2026-02-30", `q=${"a".repeat(201)}`])
    expect((await api.get(`/search?${query}`)).status).toBe(422);
});

test("members find a task by title and key, others don't", async () => {
  const world = await server.world();
  const { project, member, stranger } = await newTeam(world);
  const task = await newTask(world, project.id, { title: "Größe der Kühltheke" });
  const api = world.api(member);
  for (const q of ["grosse", "kuhltheke GRÖSSE", task.key]) {
    const { data } = await find(api, `q=${encodeURIComponent(q)}`);
    expect(data[0]).toMatchObject({
      kind: "task",
      id: task.id,
      key: task.key,
      context: project.title,
      project_id: project.id,
    });
    expect((await find(world.api(stranger), `q=${encodeURIComponent(q)}`)).data).toEqual([]);
  }
});

test("pages have no gap and no repetition", async () => {
  const world = await server.world();
  const project = await newProject(world);
  for (let n = 0; n < 23; n++) await newTask(world, project.id, { title: `Pallet ${n % 5} pallet` });
  const api = world.api(world.manager);
  const all = (await find(api, "q=pallet&limit=50")).data.map(({ id }) => id);
  expect(all).toHaveLength(23);
  const paged: number[] = [];
  let after: string | null = "";
  do {
    const page = await find(api, `q=pallet&limit=4&after=${after}`);
    paged.push(...page.data.map(({ id }) => id));
    after = page.next;
  } while (after);
  expect(paged).toEqual(all);
});

test("the caller's last changes are listed", async () => {
  const world = await server.world();
  const project = await newProject(world);
  const task = await newTask(world, project.id, { title: "Latest" }, world.manager);
  const { data } = requireOk(await world.api(world.manager).get("/search/recent")).body;
  expect(data[0]).toMatchObject({ kind: "task", id: task.id, title: "Latest" });
  expect(requireOk(await world.api(world.employee).get("/search/recent")).body.data).toEqual([]);
});

test("people are found by name", async () => {
  const world = await server.world();
  const { data } = await find(world.api(world.employee), "q=hana");
  expect(data[0]).toMatchObject({ kind: "user", id: world.hr.id, title: "Hana Hr", match: "prefix" });
});
