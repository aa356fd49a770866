import { addDays } from "../../../shared/kernel/days";
import type { ReplyOf } from "../../../shared/kernel/endpoint";
import type { listSeries, readSeries } from "../../../shared/work/series/series.contract";
import { testServer } from "../../support/server";
import { requireOk, type TestBoard } from "../tasks/board";
import { createSetting, daily, type SeriesInput } from "./setting";

const server = testServer();
const newSeries = (...input: SeriesInput) => createSetting(server, ...input);

type Listed = ReplyOf<typeof listSeries>;
type Found = ReplyOf<typeof readSeries>["data"];

const list = async (board: TestBoard, api = board.member, query = ""): Promise<Listed> =>
  requireOk(await api.get(`/project/${board.id}/series${query}`)).body;
const read = async (api: TestBoard["owner"], id: number): Promise<Found> =>
  requireOk(await api.get(`/task_series/${id}`)).body.data;

describe("the series of a project", () => {
  test("are hidden from strangers, other tenants and signed-out users", async () => {
    const { world, board, series } = await newSeries();
    const elsewhere = await server.world();
    for (const url of [`/project/${board.id}/series`, `/task_series/${series.id}`]) {
      const callers = [board.stranger, elsewhere.api(elsewhere.admin), world.api()];
      const replies = await Promise.all(callers.map((api) => api.get(url)));
      expect(replies.map(({ status }) => status)).toEqual([404, 404, 401]);
      expect((await board.viewer.get(url)).status).toBe(200);
    }
    expect((await board.owner.get("/task_series/999999999")).status).toBe(404);
    for (const query of ["page=0", "per_page=201"])
      expect((await board.owner.get(`/project/${board.id}/series?${query}`)).status).toBe(422);
  });

  test("are readable but not editable for viewers, guests and in archived projects", async () => {
    const { world, board, series } = await newSeries();
    const guest = await world.person("external");
    requireOk(
      await board.owner.put(`/project/${board.id}/members`, {
        members: [
          { user_id: board.people.owner.id, role: "owner" },
          { user_id: board.people.member.id, role: "member" },
          { user_id: board.people.viewer.id, role: "viewer" },
          { user_id: guest.id, role: "guest" },
        ],
      }),
    );
    const editableFor = async (api: TestBoard["owner"]) => {
      expect((await list(board, api)).data.map(({ id }) => id)).toEqual([series.id]);
      return (await read(api, series.id)).can.edit;
    };
    expect(await editableFor(board.viewer)).toBe(false);
    expect(await editableFor(world.api(guest))).toBe(false);
    expect(await editableFor(board.member)).toBe(true);
    requireOk(await board.owner.put(`/project/${board.id}/archive`));
    expect(await editableFor(board.member)).toBe(false);
  });

  test("include one whose only task was deleted, which can be changed, paused and ended", async () => {
    const { board, today, taskId, series } = await newSeries();
    expect((await list(board)).data).toMatchObject([{ last_task_id: taskId, title: "Check the backups" }]);
    const { key } = await board.card(taskId);
    expect((await read(board.member, series.id)).series.last_task_key).toBe(key);
    requireOk(await board.owner.delete(`/task/${taskId}`));
    const [listed] = (await list(board)).data;
    expect(listed).toMatchObject({
      id: series.id,
      title: "Check the backups",
      state: "active",
      next_date: addDays(today, 1),
      last_task_id: null,
      last_task_key: null,
    });
    const found = await read(board.member, series.id);
    expect(found).toMatchObject({ series: { id: series.id }, calendar: { today }, can: { edit: true } });
    const url = `/task_series/${series.id}`;
    const version = found.series.version;
    requireOk(await board.member.put(url, { ...daily(today, { every: 3 }), version }));
    for (const state of ["paused", "ended"] as const) {
      requireOk(await board.member.post(`${url}/state`, { state }));
      expect((await list(board)).data).toMatchObject([{ id: series.id, every: 3, state }]);
    }
  });

  test("are in the order of their next dates, ended ones last, on pages", async () => {
    const { board, today, series } = await newSeries({ every: 5 });
    const add = async (title: string, every: number) => {
      const task = await board.add(board.columns[0], { title, due_date: today });
      return requireOk(await board.member.post(`/task/${task.id}/series`, daily(today, { every }))).body.data
        .id as number;
    };
    const soon = await add("Soon", 1);
    const ended = await add("Ended", 1);
    const late = await add("Late", 9);
    requireOk(await board.member.post(`/task_series/${ended}/state`, { state: "ended" }));
    const expected = [soon, series.id, late, ended];
    expect((await list(board)).data.map(({ id }) => id)).toEqual(expected);
    const page = await list(board, board.member, "?per_page=2&page=2");
    expect(page.data.map(({ id }) => id)).toEqual(expected.slice(2));
    expect(page.meta).toEqual({ total: 4, page: 2, per_page: 2, last_page: 2 });
  });
});
