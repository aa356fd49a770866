import { type LiveEvent, projectStream } from "../../shared/kernel/events";
import * as projects from "../../shared/work/projects/projects.contract";
import * as contract from "../../shared/work/tasks/tasks.contract";
import * as time from "../../shared/work/time/time.contract";
import { describeOnBothBackends } from "./live-fixture";

describeOnBothBackends("people from outside at a board", (stage) => {
  test("external users get events without hours and deletions, live and in replays", async () => {
    const world = await stage.world();
    const ada = await world.person("Ada");
    const cleo = await world.person("Cleo", "external");
    const project = await world.project(
      [
        { person: ada, role: "owner" },
        { person: cleo, role: "guest" },
      ],
      [2, 0, 0],
    );
    const [first, second] = project.taskIds[0] as [number, number];
    const inside = await ada.watch(project, 0);
    const outside = await cleo.watch(project, 0);

    const body = { task_id: first, date: "2026-11-18", hours: 1, minutes: 30, note: "SECRET-HOURS" };
    expect((await ada.http.call(time.createTimeEntry, { body })).status).toBe(201);
    expect((await ada.http.call(contract.deleteTask, { params: { id: second } })).status).toBe(200);
    const renamed = { params: { id: first }, body: { title: "Renamed" } };
    expect((await ada.http.call(contract.updateTask, renamed)).status).toBe(200);
    await inside.event("task.updated");
    await outside.event("task.updated");

    const types = (events: readonly LiveEvent[]) => events.map(({ type, revision }) => [revision, type]);
    expect(types(inside.events)).toEqual([
      [1, "time_entry.created"],
      [2, "task.deleted"],
      [3, "task.updated"],
    ]);
    expect(types(outside.events)).toEqual([
      [1, "withheld"],
      [2, "task.deleted"],
      [3, "task.updated"],
    ]);
    const late = await cleo.connect();
    const replayed = await late.subscribe(projectStream(project.id), 0);
    const events = outside.events.map(({ stream: _, ...event }) => event);
    expect(replayed).toMatchObject({ status: "replay", events });
    const heard = JSON.stringify([outside.events, replayed]);
    for (const word of ["SECRET-HOURS", '"minutes"', '"hours"', ":90"]) expect(heard).not.toContain(word);
    expect(outside.events[1]?.data).toMatchObject({ id: second, title: "", unlisted: true });
    expect(JSON.stringify(inside.events)).toContain("SECRET-HOURS");
  });

  test("a user who becomes external reconnects and gets external users' events", async () => {
    const world = await stage.world();
    const [ada, ben] = [await world.person("Ada"), await world.person("Ben")];
    const project = await world.project([{ person: ada, role: "owner" }, ben], [1, 0, 0]);
    const socket = await ben.watch(project);
    await stage.seed.rows("UPDATE app_user SET external = true WHERE id = $1", [ben.id]);
    const members = [ada, ben].map(({ id }) => ({ user_id: id, role: id === ada.id ? "owner" : "viewer" }));
    const disconnected = new Promise((resolve) => socket.socket.once("disconnect", resolve));
    const changed = await ada.http.call(projects.setProjectMembers, { params: { id: project.id }, body: { members } });
    expect(changed.status).toBe(200);
    await disconnected;
  });
});
