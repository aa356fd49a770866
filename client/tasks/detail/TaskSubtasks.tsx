import { Subtasks } from "../../subtasks/Subtasks";
import { useShownTask } from "./shown-task";
import { useTaskChoices } from "../fields/useTaskChoices";

export function TaskSubtasks() {
  const task = useShownTask();
  const { users } = useTaskChoices(task);
  return <Subtasks key={task.id} task={task} people={users} />;
}
