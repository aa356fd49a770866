/** The ✕ that empties a choice, for keys and readers too: Mantine leaves it to the mouse. */
export const clearButton = (label: string) => ({ tabIndex: 0, "aria-hidden": false, "aria-label": label }) as const;
