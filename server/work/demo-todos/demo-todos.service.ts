import { array } from "yup";
import { type DemoTodo, demoTodoReply } from "../../../shared/work/demo-todos/demo-todos.contract";
import { Problem } from "../../../shared/kernel/problems";
import { fetchExternal } from "../../platform/http/fetch-external";

const timeoutMs = 4_000;
const maxShown = 50;

const answer = array(demoTodoReply).required();

/**
 * Reads todos from a public service. Its URL comes only from the configuration, never from a caller.
 * @throws Problem 424 when it doesn't answer in time or returns invalid data.
 */
export async function demoTodos(address: string, patience = timeoutMs): Promise<DemoTodo[]> {
  try {
    const reply = await fetchExternal([new URL(address).origin])(address, { signal: AbortSignal.timeout(patience) });
    if (!reply.ok) throw new Error(`${address} answered ${reply.status}`);
    const todos = await answer.validate(await reply.json(), { stripUnknown: true });
    return todos.slice(0, maxShown);
  } catch {
    throw new Problem("demoTodos.unreachable");
  }
}
