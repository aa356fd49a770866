export function TaskPanel(_: { taskId: number }) {
  return null;
}
