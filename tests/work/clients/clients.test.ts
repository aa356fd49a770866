import { clientRecords } from "../../../server/work/clients/clients.service";
import { permissions } from "../../../shared/access";
import type { Tx } from "../../../server/platform/database/unit-of-work";
import { multipart } from "../../support/multipart";
import { runSerialized } from "../../support/serialized";
import { pdf, png } from "../../support/sample-files";
import { testServer } from "../../support/server";
import type { Person, World } from "../../support/world";
import { requireOk } from "../tasks/board";

const server = testServer();

let world: World;
beforeEach(async () => {
  world = await server.world();
});

const make = async (fullname: string, fields: object = {}): Promise<{ id: number; version: number }> =>
  requireOk(await world.api(world.hr).post("/client", { fullname, ...fields })).body.data;
const projectFor = async (client: { id: number }, title = "Depot app") =>
  requireOk(await world.api(world.manager).post("/project", { title, client_id: client.id })).body.data as {
    id: number;
  };
const withFile = (person: Person, url: string, values: Record<string, string>, file: [name: string, bytes: Buffer]) =>
  world.api(person).send({
    method: "POST",
    url,
    ...multipart([
      ...Object.entries(values).map(([name, value]) => ({ name, value })),
      { name: "image", value: file[1], filename: file[0] },
    ]),
  });

test("client endpoints return 403 for roles without the permission", async () => {
  const { id } = await make("Mendes");
  const finance = world.api(world.finance);
  requireOk(await finance.get("/client/list"));
  for (const answer of [
    await finance.post("/client", { fullname: "Own" }),
    await finance.post(`/client/update/${id}`, { fullname: "Own" }),
    await finance.delete(`/client/${id}`),
    await world.api(world.employee).get("/client/list"),
    await world.api(world.employee).get(`/client/single/${id}`),
    await world.api(world.employee).get("/client/select"),
  ])
    expect([answer.status, answer.body.code]).toEqual([403, "permission.denied"]);
});

test("clients require a name, a unique code and a valid email, phone and image", async () => {
  const hr = world.api(world.hr);
  await make("Mendes", { code: "MEN" });
  for (const [body, field] of [
    [{ fullname: "" }, "fullname"],
    [{ fullname: "Other", code: "men" }, "code"],
    [{ fullname: "Other", email: "nowhere" }, "email"],
    [{ fullname: "Other", phone_number: "call me" }, "phone_number"],
  ] as const)
    expect(Object.keys((await hr.post("/client", body)).body.errors)).toEqual([field]);
  const other = await withFile(world.hr, "/client", { fullname: "Other" }, ["logo.png", pdf()]);
  expect([other.status, Object.keys(other.body.errors)]).toEqual([422, ["image"]]);
  expect(requireOk(await hr.get("/client/list")).body.meta.total).toBe(1);
});

test("a client sent twice with one idempotency key is created once", async () => {
  const hr = world.api(world.hr).with({ "idempotency-key": "the same client" });
  const [first, second] = await Promise.all([
    hr.post("/client", { fullname: "Mendes" }),
    hr.post("/client", { fullname: "Mendes" }),
  ]);
  expect([first?.status, second?.status]).toEqual([201, 201]);
  expect(second?.body).toEqual(first?.body);
  expect(requireOk(await world.api(world.hr).get("/client/list")).body.meta.total).toBe(1);
});

test("created and changed clients are listed, and events contain only the id", async () => {
  const mark = server.published.length;
  const hr = world.api(world.hr);
  const reply = await hr.post("/client", {
    fullname: "Mendes",
    code: "MEN",
    location: "Porto",
    email: "Office@Mendes.test",
  });
  expect(reply.status).toBe(201);
  const { id, version } = reply.body.data;
  await make("Baltic");
  const changed = requireOk(await hr.post(`/client/update/${id}`, { fullname: "Mendes & Filhos", code: "", version }))
    .body.data;
  expect(changed).toEqual({
    id,
    fullname: "Mendes & Filhos",
    code: null,
    location: "Porto",
    phone_number: null,
    email: "office@mendes.test",
    image: null,
    version: 2,
    projects: [],
    can: { edit: true, delete: true },
  });
  const late = await hr.post(`/client/update/${id}`, { fullname: "Late", version });
  expect([late.status, late.body.code, late.body.data.fullname]).toEqual([
    409,
    "organization.stale",
    "Mendes & Filhos",
  ]);
  expect((await hr.post("/client/update/999999", { fullname: "Nobody" })).status).toBe(404);
  const names = async (query: Record<string, string>) =>
    requireOk(await hr.get("/client/list", { query })).body.data.map(({ fullname }: { fullname: string }) => fullname);
  expect(await names({})).toEqual(["Baltic", "Mendes & Filhos"]);
  expect(await names({ query: "porto" })).toEqual(["Mendes & Filhos"]);
  expect(await names({ sort: "-fullname", per_page: "1" })).toEqual(["Mendes & Filhos"]);
  expect(requireOk(await hr.get("/client/select", { query: { q: "balt" } })).body.data).toEqual([
    { id: expect.any(Number), fullname: "Baltic", image: null },
  ]);
  expect(requireOk(await hr.get(`/client/single/${id}`)).body.data).toEqual(changed);
  const emitted = world
    .events(mark)
    .map(({ stream, event }) => [stream, event.type, Object.keys(event.data as object)]);
  expect(emitted).toEqual(
    ["client.created", "client.created", "client.updated"].map((type) => [`directory:${world.tenantId}`, type, ["id"]]),
  );
});

test("a client's image requires access to the client and is deleted when replaced", async () => {
  const reply = await withFile(world.hr, "/client", { fullname: "Mendes", code: "" }, ["logo.png", png()]);
  expect(reply.status).toBe(201);
  const { id, image, code } = reply.body.data;
  expect([image, code]).toEqual([expect.stringMatching(/^\/files\/\d+\/logo\.png$/), null]);
  expect((await world.api(world.finance).get(image)).status).toBe(200);
  for (const stranger of [world.employee, world.external])
    expect((await world.api(stranger).get(image)).status).toBe(404);
  const next = requireOk(await withFile(world.hr, `/client/update/${id}`, { fullname: "Mendes" }, ["new.png", png()]));
  expect(next.body.data.image).toMatch(/new\.png$/);
  expect((await world.api(world.hr).get(image)).status).toBe(404);
  const none = requireOk(
    await world.api(world.hr).post(`/client/update/${id}`, { fullname: "Mendes", remove_image: true }),
  );
  expect(none.body.data.image).toBeNull();
  expect((await world.api(world.hr).get(next.body.data.image)).status).toBe(404);
});

test("a client lists the projects that the reader can see", async () => {
  const client = await make("Mendes");
  const { id } = await projectFor(client);
  const visibleProjectIds = async (person: Person) =>
    requireOk(await world.api(person).get(`/client/single/${client.id}`)).body.data.projects.map(
      (p: { id: number }) => p.id,
    );
  expect(await visibleProjectIds(world.manager)).toEqual([id]);
  expect(await visibleProjectIds(world.finance)).toEqual([]);
});

test("deleting a client in use returns its projects and requires a successor", async () => {
  const [client, other] = [await make("Mendes"), await make("Baltic")];
  const project = await projectFor(client);
  const hr = world.api(world.hr);
  for (const [who, names] of [
    [world.hr, []],
    [world.manager, ["Depot app"]],
  ] as const) {
    const refused = await world.api(who).delete(`/client/${client.id}`);
    expect([refused.status, refused.body.code, refused.body.data.uses]).toEqual([
      409,
      "organization.inUse",
      [{ kind: "projects", count: 1, names }],
    ]);
  }
  for (const successor_id of [client.id, 999_999])
    expect(Object.keys((await hr.delete(`/client/${client.id}`, { successor_id })).body.errors)).toEqual([
      "successor_id",
    ]);
  const deletion = requireOk(await hr.delete(`/client/${client.id}`, { successor_id: other.id }));
  expect(deletion.body).toEqual({ message: "Deleted", id: client.id });
  expect(requireOk(await world.api(world.manager).get(`/project/single/${project.id}`)).body.data.client.name).toBe(
    "Baltic",
  );
  expect((await hr.delete(`/client/${client.id}`)).status).toBe(404);
});

test("two changes of the same client version: the second gets 409", async () => {
  const { id, version } = await make("Mendes");
  const boss = { id: world.hr.id, permissions: new Set(permissions) } as never;
  const change = (fullname: string) => (tx: Tx) => clientRecords.update(tx, boss, id, { fullname, version });
  const [first, second] = await runSerialized(server, world, change("One"), change("Two"));
  expect(first?.status).toBe("fulfilled");
  expect(second).toMatchObject({ status: "rejected", reason: { code: "organization.stale" } });
});

test("assigning a client while it is deleted leaves the project with a client", async () => {
  const { id } = await make("Mendes");
  const project = await projectFor(await make("Baltic"));
  const [first, second] = await runSerialized(
    server,
    world,
    (tx) => tx.manager.query("UPDATE project SET client_id = $1 WHERE id = $2", [id, project.id]) as Promise<unknown>,
    (tx) => clientRecords.remove(tx, world.hr as never, id) as Promise<unknown>,
  );
  expect(first?.status).toBe("fulfilled");
  expect(second).toMatchObject({ status: "rejected", reason: { code: "organization.inUse" } });
});

test("every table that references clients is checked before deletion", async () => {
  const pointing = await server.owner.query<{ name: string }[]>(
    `SELECT conrelid::regclass::text AS name FROM pg_constraint
     WHERE contype = 'f' AND confrelid = 'client'::regclass ORDER BY 1`,
  );
  // A table that is added here needs an entry in `clientUses` and in `moveClient`.
  expect(pointing.map(({ name }) => name)).toEqual(["project"]);
});
