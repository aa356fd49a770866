import { randomUUID } from "node:crypto";
import type { CommittedEvent } from "../../server/platform/database/unit-of-work";
import { testServer } from "../support/server";

const server = testServer();

const isCreation = ({ stream, event }: CommittedEvent) =>
  stream.startsWith("project:") && event.type === "project.created";

describe("Idempotency-Key", () => {
  test("a repeated request gets the first response and has no effect", async () => {
    const { api, manager, events } = await server.world();
    const caller = api(manager).with({ "idempotency-key": randomUUID() });
    const first = await caller.post("/project", { title: "Once" });
    const second = await caller.post("/project", { title: "Once" });
    expect(first.status).toBe(201);
    expect(second.status).toBe(201);
    expect(second.body).toEqual(first.body);
    expect(events().filter(isCreation)).toHaveLength(1);
  });

  test("twelve concurrent requests with the same key create one record", async () => {
    const { api, manager, events } = await server.world();
    const caller = api(manager).with({ "idempotency-key": randomUUID() });
    const answers = await Promise.all(Array.from({ length: 12 }, () => caller.post("/project", { title: "At once" })));
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([201]));
    expect(new Set(answers.map((answer) => answer.body.data.id)).size).toBe(1);
    expect(events().filter(isCreation)).toHaveLength(1);
  });

  test("a key reused with another body gets 422", async () => {
    const { api, manager } = await server.world();
    const caller = api(manager).with({ "idempotency-key": randomUUID() });
    await caller.post("/project", { title: "One" });
    const other = await caller.post("/project", { title: "Another" });
    expect(other.status).toBe(422);
    expect(other.body.code).toBe("request.idempotencyKeyReused");
  });

  test("a key reused at another URL is refused", async () => {
    const { api, manager } = await server.world();
    const createdProjects: { id: number }[] = [];
    for (const title of ["One", "Two"])
      createdProjects.push((await api(manager).post("/project", { title })).body.data);
    const caller = api(manager).with({ "idempotency-key": randomUUID() });
    const rename = (at: number) =>
      caller.post(`/project/update/${createdProjects[at]?.id}`, { description: "Changed" });
    expect((await rename(0)).status).toBe(200);
    const other = await rename(1);
    expect([other.status, other.body.code]).toEqual([422, "request.idempotencyKeyReused"]);
  });

  test("a refused request can be corrected and resent with the same key", async () => {
    const { api, manager } = await server.world();
    const caller = api(manager).with({ "idempotency-key": randomUUID() });
    expect((await caller.post("/project", { title: "" })).status).toBe(422);
    expect((await caller.post("/project", { title: "Mended" })).status).toBe(201);
  });

  test("equal keys of two users or tenants are independent", async () => {
    const [world, otherWorld] = [await server.world(), await server.world()];
    const key = { "idempotency-key": randomUUID() };
    const answers = [
      await world.api(world.manager).with(key).post("/project", { title: "Mine" }),
      await world.api(world.admin).with(key).post("/project", { title: "Mine" }),
      await otherWorld.api(otherWorld.manager).with(key).post("/project", { title: "Mine" }),
    ];
    expect(answers.map((answer) => answer.status)).toEqual([201, 201, 201]);
    expect(new Set(answers.map((answer) => answer.body.data.id)).size).toBe(3);
  });

  test("a response with a secret is never stored", async () => {
    const { api, employee, tenantId } = await server.world();
    const caller = api(employee).with({ "idempotency-key": randomUUID() });
    const paths = [];
    for (let n = 0; n < 2; n++) {
      const answer = await caller.post("/leave/calendar-feed", { scope: "own" });
      expect(answer.status).toBe(201);
      paths.push(answer.body.data.path as string);
    }
    expect(new Set(paths).size).toBe(2);
    const storedReplies = await server.owner.query("SELECT reply::text FROM idempotency_key WHERE tenant_id = $1", [
      tenantId,
    ]);
    expect(storedReplies).toEqual([]);
  });

  test("after logout a repeated request gets 401, not the stored response", async () => {
    const { api, manager } = await server.world();
    const caller = api(manager).with({ "idempotency-key": randomUUID() });
    await caller.post("/project", { title: "Before" });
    await api(manager).post("/auth/logout");
    expect((await caller.post("/project", { title: "Before" })).status).toBe(401);
  });
});

describe("size of stored responses", () => {
  const little = testServer({ callLimits: { uploadsPerDay: 2_048 } });

  test("stored responses count toward the caller's daily bytes", async () => {
    const { api, manager, admin } = await little.world();
    const create = (caller: ReturnType<typeof api>, title: string) => caller.post("/project", { title });
    for (const title of ["A", "B", "C", "D"]) expect((await create(api(admin), title)).status).toBe(201);
    const statuses: number[] = [];
    for (const title of ["A", "B", "C", "D"])
      statuses.push((await create(api(manager).with({ "idempotency-key": randomUUID() }), title)).status);
    expect(statuses[0]).toBe(201);
    expect(statuses.at(-1)).toBe(429);
    expect((await api(manager).get("/auth/user")).status).toBe(200);
  });
});
