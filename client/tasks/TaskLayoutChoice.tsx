import { Menu } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { chooseTaskLayout, taskLayout$, taskLayouts } from "../app/task-layout";
import { useText } from "../platform/intl/useText";
import { useValue } from "../platform/value";

/** In which layout links to tasks open from now on, on all one's devices. What is open stays as it is. */
export function TaskLayoutChoice() {
  const text = useText();
  const chosen = useValue(taskLayout$);
  return (
    <>
      <Menu.Divider />
      <Menu.Label>{text("task.layout")}</Menu.Label>
      {taskLayouts.map((layout) => (
        <Menu.Item
          key={layout}
          role="menuitemradio"
          aria-checked={layout === chosen}
          rightSection={layout === chosen && <IconCheck size={16} stroke={1.75} aria-hidden />}
          onClick={() => chooseTaskLayout(layout)}
        >
          {text(`task.layout.${layout}`)}
        </Menu.Item>
      ))}
    </>
  );
}
