import { createCar } from "../../shared/bookings/cars/cars.contract";
import { createDepartment } from "../../shared/people/departments/departments.contract";
import { directoryStream, tenantStream } from "../../shared/kernel/events";
import { carsStream } from "../../shared/bookings/resources/resources.events";
import { setCover } from "../../shared/requests/leave/cover/team-calendar.contract";
import { describeOnBothBackends } from "./live-fixture";

/** Events on widely followed streams contain the change but not the actor, which would reveal whose leave it is or who booked privately. */
describeOnBothBackends("who did it", (stage) => {
  test("widely followed streams omit the actor, but the log keeps it", async () => {
    const world = await stage.world();
    const admin = await world.person("Root", "administrator");
    const cleo = await world.person("Cleo", "external");
    const colleague = await world.person("Cora", "hr");
    const [all, cars, directory] = [tenantStream, carsStream, directoryStream].map((of) => of(world.tenant.id)) as [
      ReturnType<typeof tenantStream>,
      ReturnType<typeof tenantStream>,
      ReturnType<typeof tenantStream>,
    ];
    const outside = await cleo.connect();
    const inside = await colleague.connect();
    for (const stream of [cars, directory]) expect((await inside.subscribe(stream)).status).toBe("live");
    const started = await outside.subscribe(all);
    const since = started.status === "forbidden" ? 0 : started.revision;

    const department = await admin.http.call(createDepartment, { body: { name: "Legal" } });
    const { id } = department.body.data;
    const cover = { params: { department_id: id }, body: { minimum_present: 1 } };
    expect((await admin.http.call(setCover, cover)).status).toBe(200);
    const car = { body: { name: "Ford Transit", type: "minibus" as const, plate_number: "22 E 4417", seats: 9 } };
    expect((await admin.http.call(createCar, car)).status).toBe(201);

    const live = await Promise.all([
      outside.event("withheld" as never),
      inside.event("department.created"),
      inside.event("car.created"),
    ]);
    const replayed = await (await cleo.connect()).subscribe(all, since);
    const others = await Promise.all([cars, directory].map((stream) => inside.subscribe(stream, 0)));
    const received = [replayed, ...others].flatMap((ack) => (ack.status === "replay" ? ack.events : []));
    expect(received.map(({ type }) => type)).toEqual(
      expect.arrayContaining(["withheld", "car.created", "department.created"]),
    );
    expect([...live, ...received].flatMap(({ actor, type }) => (actor ? type : []))).toEqual([]);
    expect(received.find(({ type }) => String(type) === "withheld")?.data).toEqual({});
    const log = await stage.seed.rows<{ actor_id: string }>(
      "SELECT actor_id FROM domain_event WHERE tenant_id = $1 AND type = 'leave.calendar_changed'",
      [world.tenant.id],
    );
    expect(log.map(({ actor_id }) => Number(actor_id))).toEqual([admin.id]);
  });
});
