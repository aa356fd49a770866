/** Makes Mantine's clear button accessible to keyboards and screen readers. */
export const clearButton = (label: string) => ({ tabIndex: 0, "aria-hidden": false, "aria-label": label }) as const;
