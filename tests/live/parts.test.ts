import type { Permission } from "../../shared/kernel/access";
import { createClient } from "../../shared/work/clients/clients.contract";
import { createGroup } from "../../shared/people/groups/groups.contract";
import { directoryStream, type StreamName } from "../../shared/kernel/events";
import { chartStream } from "../../shared/people/org-chart/org-chart.events";
import { clientsStream } from "../../shared/work/clients/clients.events";
import { updateUser } from "../../shared/people/people/user-changes.contract";
import { createRole, updateRole } from "../../shared/administration/roles/roles.contract";
import type { LiveWorld, Person } from "../support/live-world";
import { describeOnBothBackends } from "./live-fixture";

describeOnBothBackends("parts of the directory", (stage) => {
  async function scene() {
    const world = await stage.world();
    const admin = await world.person("Root", "administrator");
    const colleague = await world.person("Cora Colleague");
    const { id } = world.tenant;
    return {
      world,
      admin,
      colleague,
      chart: chartStream(id),
      clients: clientsStream(id),
      directory: directoryStream(id),
      holding: (...held: Permission[]) => holding(world, admin, held),
    };
  }

  async function holding(world: LiveWorld, admin: Person, permissions: readonly Permission[]) {
    const name = `Role ${Math.random()}`;
    const reply = await admin.http.call(createRole, { body: { name, permissions: [...permissions] } });
    const person = await world.person("Rea Reader");
    const role = { id: reply.body.data.id, name };
    await stage.seed.rows("UPDATE app_user SET role_id = $1 WHERE id = $2", [role.id, person.id]);
    return { person, role };
  }

  async function happens({ admin, colleague }: { admin: Person; colleague: Person }): Promise<void> {
    const phone = { params: { id: colleague.id }, body: { phone_number: "+964 750 555 0199" } };
    expect((await admin.http.call(updateUser, phone)).status).toBe(200);
    expect((await admin.http.call(createClient, { body: { fullname: "SECRET-CLIENT" } })).status).toBe(201);
    expect((await admin.http.call(createGroup, { body: { title: "SECRET-GROUP", users: [] } })).status).toBe(201);
  }

  test("chart, client and directory streams are forbidden without the permission", async () => {
    const { world, chart, clients, directory, holding } = await scene();
    const other = await scene();
    const { person } = await holding("organization-chart-view");
    const outside = await world.person("Cleo", "external");
    await stage.seed.rows(
      "UPDATE role SET permissions = permissions || '{organization-chart-view,client-list}' WHERE id = (SELECT role_id FROM app_user WHERE id = $1)",
      [outside.id],
    );
    const refused = async (who: Person, stream: StreamName) =>
      expect(await (await who.connect()).subscribe(stream, 0)).toEqual({ status: "forbidden" });
    for (const stream of [clients, directory, other.chart, other.clients]) await refused(person, stream);
    for (const stream of [chart, clients, directory]) await refused(outside, stream);
    expect((await (await person.connect()).subscribe(chart)).status).toBe("live");
  });

  test.each([
    ["organization-chart-view", "chart", ["chart.changed", "withheld", "withheld"]],
    ["client-list", "clients", ["withheld", "clients.changed", "withheld"]],
  ] as const)("with %s, the stream sends only a change signal without data", async (permissions, part, types) => {
    const all = await scene();
    const stream = all[part];
    const { person } = await all.holding(permissions);
    const watching = await person.connect();
    const { revision } = (await watching.subscribe(stream)) as { revision: number };
    await happens(all);
    await watching.revision(stream, revision + 3);
    // Setup events may still be emitted here; clients skip them by revision, since their read includes them.
    const events = watching.events.filter((event) => event.stream === stream && event.revision > revision);
    expect(events).toEqual(
      types.map((type, at) => ({
        stream,
        type,
        revision: revision + 1 + at,
        id: expect.any(Number),
        at: expect.any(String),
        actor: null,
        data: {},
      })),
    );
    const replayed = await (await person.connect()).subscribe(stream, revision);
    expect(replayed).toMatchObject({
      status: "replay",
      revision: revision + 3,
      events: events.map(({ stream: _, ...event }) => event),
    });
    const directoryOf = (socket: typeof watching) => socket.events.filter((event) => event.stream === all.directory);
    expect(directoryOf(watching)).toEqual([]);
    const root = await all.admin.connect();
    expect(JSON.stringify(await root.subscribe(all.directory, revision))).toContain("SECRET-GROUP");
  });

  test("losing the permission revokes the stream, and later events don't arrive", async () => {
    const all = await scene();
    const { person, role } = await all.holding("organization-chart-view", "client-list");
    const socket = await person.connect();
    const { revision } = (await socket.subscribe(all.chart)) as { revision: number };
    await socket.subscribe(all.clients);
    const fewer = { params: { id: role.id }, body: { name: role.name, permissions: ["client-list" as const] } };
    expect((await all.admin.http.call(updateRole, fewer)).status).toBe(200);
    await socket.revoked(all.chart);
    await happens(all);
    await socket.event("clients.changed");
    expect(
      socket.events.filter(({ stream, type }) => stream === all.chart && (type as string) === "chart.changed"),
    ).toEqual([]);
    expect(await socket.subscribe(all.chart, revision)).toEqual({ status: "forbidden" });
    expect(socket.socket.connected).toBe(true);
  });
});
