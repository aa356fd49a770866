import { DepartmentEntity } from "../../../server/people/departments/department.entity";
import { GroupEntity } from "../../../server/people/groups/group.entity";
import { UserEntity } from "../../../server/people/people/user.entity";
import { testServer } from "../../support/server";
import { requireOk } from "../../work/tasks/board";
import { wednesdayAt, newRoom } from "./rooms";

const server = testServer();

test("only members of a restricted room's groups or departments find and book it", async () => {
  const world = await server.world();
  const people = {
    member: world.employee,
    delivery: await world.person("employee"),
    neither: await world.person("employee"),
  };
  const { member, delivery, neither } = people;
  const rooms = {
    everyone: await newRoom(world, "Everyone's"),
    nobody: await newRoom(world, "Nobody's", { audience: "selected" }),
    group: await newRoom(world, "The group's", { audience: "selected" }),
    department: await newRoom(world, "The department's", { audience: "selected" }),
    both: await newRoom(world, "Both's", { audience: "selected" }),
  };
  // A group with all users, and a department with the users outside Delivery, are not assigned to the room.
  await world.tx(async (tx) => {
    const query = (statement: string, values: unknown[]) => tx.manager.query(statement, values);
    const group = await tx.repo(GroupEntity).insert({ title: "Board" });
    const other = await tx.repo(GroupEntity).insert({ title: "Choir" });
    const department = await tx.repo(DepartmentEntity).insert({ name: "Delivery", code: "DEL" });
    const elsewhere = await tx.repo(DepartmentEntity).insert({ name: "Sales", code: "SAL" });
    const join = "INSERT INTO user_group_member (tenant_id, group_id, user_id) VALUES (current_tenant(), $1, $2)";
    await query(join, [group.id, member.id]);
    for (const { id } of Object.values(people)) await query(join, [other.id, id]);
    await tx.repo(UserEntity).update({ id: delivery.id }, { departmentId: department.id });
    for (const person of [member, neither])
      await tx.repo(UserEntity).update({ id: person.id }, { departmentId: elsewhere.id });
    const may = (kind: "group" | "department", id: number, ...of: number[]) =>
      query(
        `INSERT INTO room_${kind} (tenant_id, room_id, ${kind}_id) SELECT current_tenant(), unnest($1::bigint[]), $2`,
        [of, id],
      );
    await may("group", group.id, rooms.group, rooms.both);
    await may("department", department.id, rooms.department, rooms.both);
  });

  const own = {
    member: ["everyone", "group", "both"],
    delivery: ["everyone", "department", "both"],
    neither: ["everyone"],
  };
  for (const [name, theirs] of Object.entries(own)) {
    const api = world.api(people[name as keyof typeof own]);
    const time = { start_date: wednesdayAt("09:00"), end_date: wednesdayAt("10:00") };
    const free = requireOk(await api.get("/reservations/free", { query: { bookable_type: "room", ...time } })).body
      .data;
    const found = free.map(({ bookable_id }: { bookable_id: number }) => bookable_id);
    expect([name, found.toSorted((a: number, b: number) => a - b)]).toEqual([
      name,
      theirs.map((each) => rooms[each as keyof typeof rooms]).toSorted((a, b) => a - b),
    ]);
    for (const [room, id] of Object.entries(rooms)) {
      const booking = { title: "Talk", bookable_type: "room", bookable_id: id, ...time };
      const response = await api.post("/booking", booking);
      const fields = Object.keys(response.body.errors ?? {});
      expect([name, room, response.status, fields]).toEqual(
        theirs.includes(room) ? [name, room, 201, []] : [name, room, 422, ["bookable_id"]],
      );
      if (response.status === 201) requireOk(await api.delete(`/booking/${response.body.data.id}`));
    }
  }
});
