/** Opens the title in the panel for editing. Answers whether there is one that may be edited. */
export function editPanelTitle(): boolean {
  const title = document.querySelector<HTMLElement>("[role=dialog] [data-task-title] button");
  title?.click();
  return title !== null;
}
