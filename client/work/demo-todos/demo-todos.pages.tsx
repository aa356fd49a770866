import { Button, Checkbox } from "@mantine/core";
import { useMachine } from "@xstate/react";
import { useText } from "../../platform/intl/useText";
import { PageHead } from "../../ui/PageHead";
import { Panel } from "../../ui/Panel";
import { EmptyState } from "../../ui/states/EmptyState";
import { SkeletonRows } from "../../ui/states/Skeleton";
import { todosMachine } from "./todos.machine";
import classes from "./demo-todos.module.css";

/** `/demo/todos`: to-dos from a public placeholder service. Ticks are local and not saved. */
export function DemoTodosPage() {
  const text = useText();
  const [state, send] = useMachine(todosMachine);
  const { todos, problem } = state.context;
  const read = () => send({ type: "read" });
  return (
    <>
      <PageHead title={text("title.demoTodos")} sub={text("demoTodos.sub")}>
        <Button loading={state.matches("reading")} onClick={read}>
          {text("demoTodos.again")}
        </Button>
      </PageHead>
      <div className={classes.page}>
        <Panel>
          {state.matches("reading") && todos.length === 0 && <SkeletonRows rows={6} />}
          {state.matches("failed") && (
            <div role="alert">
              <EmptyState title={text("demoTodos.failed")} text={problem} />
            </div>
          )}
          {!state.matches("failed") && todos.length > 0 && (
            <ul className={classes.list}>
              {todos.map(({ id, title, completed }) => (
                <li key={id}>
                  <Checkbox
                    label={<span dir="auto">{title}</span>}
                    checked={completed}
                    onChange={() => send({ type: "tick", id })}
                  />
                </li>
              ))}
            </ul>
          )}
        </Panel>
      </div>
    </>
  );
}
