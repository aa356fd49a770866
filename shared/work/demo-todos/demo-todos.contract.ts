import { array, type InferType, object } from "yup";
import { endpoint } from "../../kernel/endpoint";
import { dataReply, reply } from "../../kernel/fields";
import { boolean } from "../../kernel/schemas";

export const demoTodoReply = object({ id: reply.id(), title: reply.text(), completed: boolean().required() });
export type DemoTodo = InferType<typeof demoTodoReply>;

export const listDemoTodos = endpoint({
  method: "GET",
  path: "/demo/todo",
  summary:
    "Lists todos of a public placeholder service as a demo. The server calls only the address set by the operator.",
  reply: dataReply(array(demoTodoReply).required()),
  problems: ["demoTodos.unreachable"],
});
