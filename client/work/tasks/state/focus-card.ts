/**
 * Focuses a card's link, or in the list the cell in the tab order.
 * @returns whether the card is rendered
 */
export function focusCard(board: ParentNode | null, taskId: number): boolean {
  const card = (board ?? document).querySelector<HTMLElement>(`[data-task="${taskId}"]:not([data-parked])`);
  const target = card?.querySelector<HTMLElement>("[role=gridcell][tabindex='0']");
  const focused = target ?? card?.querySelector<HTMLElement>("[data-card-link]");
  focused?.focus({ preventScroll: true });
  card?.scrollIntoView({ block: "nearest", inline: "nearest" });
  return Boolean(focused);
}
