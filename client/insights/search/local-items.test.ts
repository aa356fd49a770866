import type { CurrentUser } from "../../../shared/kernel/current-user";
import { type MyTask, listMyTasks } from "../../../shared/work/tasks/tasks.contract";
import { queryClient, readQueryOptions } from "../../platform/query";
import { localItems } from "./local-items";

const task = {
  id: 7,
  key: "CUP-7",
  title: "Confidential",
  column: { id: 1, title: "To do", kind: "todo", first: true, last: true },
  project: { id: 3, title: "Cups", code: "CUP", color: "teal" },
} as MyTask;
const me = { id: 2, permissions: [] } as unknown as CurrentUser;

test("tasks of an invalidated list are not offered", async () => {
  const { queryKey } = readQueryOptions(listMyTasks, { query: { per_page: 200 } });
  queryClient.setQueryData(queryKey, { message: "", data: [task], meta: { total: 1 } } as never);
  expect(localItems(me).map(({ id }) => id)).toEqual(["task:7"]);
  await queryClient.invalidateQueries({ queryKey, refetchType: "none" });
  expect(localItems(me)).toEqual([]);
  queryClient.clear();
});
