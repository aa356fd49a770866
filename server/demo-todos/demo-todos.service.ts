import { array } from "yup";
import { type DemoTodo, demoTodoReply } from "../../shared/demo-todos/demo-todos.contract";
import { Problem } from "../../shared/kernel/problems";
import { fetchOutside } from "../platform/http/fetch-outside";

/** Longer nobody waits for a demo. */
const patienceMs = 4_000;
const shownMost = 50;

const answer = array(demoTodoReply).required();

/**
 * The todos of a public service. Its address is the operator's alone: nothing that a caller sends has a part in it.
 * @throws Problem 424 where it can't be reached in time, or answers with something else.
 */
export async function demoTodos(address: string, patience = patienceMs): Promise<DemoTodo[]> {
  try {
    const reply = await fetchOutside([new URL(address).origin])(address, { signal: AbortSignal.timeout(patience) });
    if (!reply.ok) throw new Error(`${address} answered ${reply.status}`);
    const todos = await answer.validate(await reply.json(), { stripUnknown: true });
    return todos.slice(0, shownMost);
  } catch {
    throw new Problem("demoTodos.unreachable");
  }
}
