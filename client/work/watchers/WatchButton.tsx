import { ActionIcon, Button, Popover } from "@mantine/core";
import { IconEye } from "@tabler/icons-react";
import { Suspense, useState } from "react";
import { watchTask } from "../../../shared/work/watchers/watchers.contract";
import { useFormat, useText } from "../../platform/intl/useText";
import { useAction } from "../../platform/query";
import { Avatar } from "../../ui/signs/Avatar";
import type { Person } from "../../ui/signs/people";
import classes from "./WatchButton.module.css";
import { watchOptions } from "./watchers.slots";

export function WatchButton({ task }: { task: { id: number; watching: boolean; watchers: readonly Person[] } }) {
  const text = useText();
  const { number } = useFormat();
  const [open, setOpen] = useState(false);
  const watch = useAction(watchTask);
  const { watchers } = task;
  const label = text(task.watching ? "watch.youDo" : "watch.youDont", { count: watchers.length });
  return (
    <Popover opened={open} onChange={setOpen} position="bottom-end" width={280} trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon
          className={classes.button}
          data-on={task.watching || undefined}
          aria-label={label}
          aria-expanded={open}
          aria-haspopup="dialog"
          title={label}
          onClick={() => setOpen(!open)}
        >
          <IconEye size={16} stroke={1.75} />
        </ActionIcon>
      </Popover.Target>
      <Suspense>
        <Popover.Dropdown aria-label={text("watch.who")}>
          <Button
            fullWidth
            loading={watch.isPending}
            onClick={() => watch.mutate({ params: { id: task.id }, body: { watching: !task.watching } })}
          >
            {text(task.watching ? "watch.stop" : "watch.start")}
          </Button>
          <p className={classes.why}>{text("watch.why")}</p>
          {watchOptions.entries.map(({ Part }, at) => (
            <Part key={at} taskId={task.id} />
          ))}
          {watchers.length > 0 && (
            <>
              <h3 className={classes.head}>
                {text("watch.who")} <span>{number(watchers.length)}</span>
              </h3>
              <ul className={classes.list}>
                {watchers.map((person) => (
                  <li key={person.id}>
                    <Avatar person={person} size={20} hasVisibleName />
                    <bdi className="clip">{person.fullname}</bdi>
                  </li>
                ))}
              </ul>
            </>
          )}
        </Popover.Dropdown>
      </Suspense>
    </Popover>
  );
}
