/**
 * Ctrl/Cmd+Enter submits the form of the focused field, also where Enter alone inserts a line break. `data-sends` marks the button to press
 * if it isn't the submit button.
 */
export function startSubmitShortcut(): void {
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.isComposing || event.defaultPrevented)
      return;
    if (!(event.target instanceof HTMLTextAreaElement || event.target instanceof HTMLInputElement)) return;
    const button = submitButtonOf(event.target);
    if (!button || button.disabled) return;
    event.preventDefault();
    button.click();
  });
}

const submitButtons = "button[data-sends], button[type=submit]";

export const submitButtonOf = (field: Element): HTMLButtonElement | null =>
  field.closest("form, [role=dialog]")?.querySelector<HTMLButtonElement>(submitButtons) ?? null;
