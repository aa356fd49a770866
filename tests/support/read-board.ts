import type { BoardReply } from "../../shared/work/tasks/tasks.contract";
import { Caller } from "./http";

export async function readBoard(base: string, host: string, token: string, projectId: number): Promise<BoardReply> {
  const caller = new Caller(base, host, token, 1);
  try {
    const { status, body } = await caller.send<BoardReply>("GET", `/project/${projectId}/task_tatus`);
    if (status !== 200) throw new Error(`The board answers ${status}: ${JSON.stringify(body)}`);
    return body;
  } finally {
    caller.close();
  }
}
