export function editPanelTitle(): boolean {
  const title = document.querySelector<HTMLElement>("[role=dialog] [data-task-title] button");
  title?.click();
  return title !== null;
}
