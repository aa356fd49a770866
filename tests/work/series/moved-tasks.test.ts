import type { TaskDetail } from "../../../shared/work/tasks/task-detail.contract";
import { seriesById } from "../../../server/work/series/series.service";
import { png } from "../../support/sample-files";
import { testServer } from "../../support/server";
import { uploadAttachment } from "../attachments/attachments";
import { requireOk } from "../tasks/board";
import { createSetting, daily, moveBack, occurrencesOf, readSeries, run } from "./setting";

const server = testServer();

/** The first task of a series, with a file, that moved to a project which only the manager sees. */
async function movedTask() {
  const setting = await createSetting(server);
  const { board, taskId } = setting;
  requireOk(await uploadAttachment(board.member, taskId, { bytes: png() }));
  const project = requireOk(await board.owner.post("/project", { title: "Confidential" })).body.data;
  requireOk(await board.owner.put(`/task/${taskId}/project`, { project_id: project.id }));
  requireOk(await board.owner.post(`/task/${taskId}`, { title: "Confidential title" }));
  const detail = async (id: number): Promise<TaskDetail> => requireOk(await board.owner.get(`/task/${id}`)).body.data;
  return { ...setting, detail };
}

test("the content of a moved task can't be used for later tasks", async () => {
  const { world, board, taskId, series, detail } = await movedTask();
  const reply = await board.member.post(`/task_series/${series.id}/template`, { task_id: taskId });
  expect([reply.status, Object.keys(reply.body.errors)]).toEqual([422, ["task_id"]]);
  expect((await detail(taskId)).title).toBe("Confidential title");
  const row = await world.tx((tx) => seriesById(tx, series.id));
  expect([row.template.title, row.last_task_id]).toEqual(["Check the backups", null]);
});

test("a new task has no files of a moved one", async () => {
  const { world, taskId, series, detail } = await movedTask();
  expect((await detail(taskId)).attachments).toHaveLength(1);
  await moveBack(world, series.id, 1);
  await run(world);
  const [, next] = await occurrencesOf(world, series.id);
  expect(await detail(next?.task_id as number)).toMatchObject({ title: "Check the backups", attachments: [] });
});

test("a moved task has one series in its new project", async () => {
  const { board, today, taskId, series } = await movedTask();
  expect((await readSeries(board, taskId)).series).toBeNull();
  const created = requireOk(await board.owner.post(`/task/${taskId}/series`, daily(today))).body.data;
  expect(created.id).not.toBe(series.id);
  expect((await readSeries(board, taskId)).series?.id).toBe(created.id);
  const again = await board.owner.post(`/task/${taskId}/series`, daily(today));
  expect([again.status, again.body.code]).toEqual([409, "series.exists"]);
});
