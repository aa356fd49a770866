import { Menu } from "@mantine/core";
import { chooseTaskLayout, isTaskLayout, taskLayout$, taskLayouts } from "../../projects/task-layout";
import { useText } from "../../../platform/intl/useText";
import { useStore } from "../../../platform/store";

/** Preferred layout of tasks, saved for all devices of the user; the open task keeps its layout. */
export function TaskLayoutChoice() {
  const text = useText();
  const chosen = useStore(taskLayout$);
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
