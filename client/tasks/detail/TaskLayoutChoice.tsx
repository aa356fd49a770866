import { Menu } from "@mantine/core";
import { chooseTaskLayout, isTaskLayout, taskLayout$, taskLayouts } from "../../platform/task-layout";
import { useText } from "../../platform/intl/useText";
import { useValue } from "../../platform/value";

/** In which layout links to tasks open from now on, on all one's devices. What is open stays as it is. */
export function TaskLayoutChoice() {
  const text = useText();
  const chosen = useValue(taskLayout$);
  return (
    <>
      <Menu.Divider />
      <Menu.Label>{text("task.layout")}</Menu.Label>
      <Menu.RadioGroup value={chosen} onChange={(layout) => isTaskLayout(layout) && chooseTaskLayout(layout)}>
        {taskLayouts.map((layout) => (
          <Menu.RadioItem key={layout} value={layout} closeMenuOnClick>
            {text(`task.layout.${layout}`)}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </>
  );
}
