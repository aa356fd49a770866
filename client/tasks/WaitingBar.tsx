import { Popover, UnstyledButton } from "@mantine/core";
import { IconCloudUp } from "@tabler/icons-react";
import { taskOf } from "../../shared/tasks/tasks.board";
import { Message, useText } from "../platform/intl/useText";
import { unsent } from "./board.queue";
import type { Wish } from "./board.wishes";
import { useBoard, useBoardList, useBoardParts } from "./useBoard";
import classes from "./WaitingBar.module.css";

/** Changes that wait for the connection, in the order they will be sent. */
export function WaitingBar() {
  const text = useText();
  const { waiting } = useBoardParts((snapshot) => ({ waiting: snapshot.hasTag("waiting") }));
  const wishes = useBoardList((context) => unsent(context.wishes));
  return (
    <div aria-live="polite">
      {waiting && wishes.length > 0 && (
        <p className={classes.bar}>
          <IconCloudUp size={16} stroke={1.75} aria-hidden />
          {text("board.waiting.count", { count: wishes.length })}
          <Popover position="bottom-end" width={320}>
            <Popover.Target>
              <UnstyledButton className={classes.show}>{text("board.waiting.show")}</UnstyledButton>
            </Popover.Target>
            <Popover.Dropdown>
              <ol className={classes.list}>
                {wishes.map((wish) => (
                  <WaitingLine key={wish.id} wish={wish} />
                ))}
              </ol>
            </Popover.Dropdown>
          </Popover>
        </p>
      )}
    </div>
  );
}

function WaitingLine({ wish }: { wish: Wish }) {
  const text = useText();
  const board = useBoard(({ drawn }) => drawn);
  if (wish.kind === "sort") return <li>{text("board.waiting.sort")}</li>;
  const { key, title } = taskOf(board, wish.taskId) ?? wish.task;
  const column = wish.kind === "archive" ? "" : (board.columns[wish.to.columnId]?.title ?? "");
  return (
    <li>
      <Message
        id={`board.waiting.${wish.kind}`}
        values={{ key: <bdi>{key || title}</bdi>, title: <bdi>{title}</bdi>, column: <bdi>{column}</bdi> }}
      />
    </li>
  );
}
