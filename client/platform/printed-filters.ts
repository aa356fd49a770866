export interface PrintedFilter {
  /** Null if the value explains itself, such as the name of a tab. */
  label: string | null;
  value: string;
}

const controls = [
  "[data-filter-label]",
  "[data-printed-value]",
  ".mantine-SegmentedControl-root",
  "[data-no-paper] [aria-current=page]",
  "[data-no-paper] [role=tab][aria-selected=true]",
  "[data-no-paper] input:not([type=radio], [type=checkbox], [type=hidden], [type=file])",
].join();

/**
 * Reads the values of a screen's filters, tabs and period from its controls, which are hidden on paper. Reading the controls covers every
 * screen without a second list of filters. A control whose text is relative or lacks the year has `data-printed-value`.
 */
export function readPrintedFilters(screen: ParentNode): PrintedFilter[] {
  return [...screen.querySelectorAll<HTMLElement>(controls)].flatMap((control) => {
    const value = valueOf(control).replaceAll(/\s+/g, " ").trim();
    return value ? [{ label: labelOf(control), value }] : [];
  });
}

function valueOf(control: HTMLElement): string {
  if (control.dataset.printedValue) return control.dataset.printedValue;
  if (control instanceof HTMLInputElement) return control.value;
  if (control.matches(".mantine-SegmentedControl-root"))
    return control.querySelector("input:checked + label")?.textContent ?? "";
  if (control.dataset.filterLabel !== undefined) return control.querySelector("b")?.textContent ?? "";
  return control.textContent ?? "";
}

function labelOf(control: HTMLElement): string | null {
  if (control.dataset.filterLabel) return control.dataset.filterLabel;
  if (control instanceof HTMLInputElement)
    return control.ariaLabel || control.labels?.[0]?.textContent || control.placeholder || null;
  return control.matches(".mantine-SegmentedControl-root") ? control.ariaLabel : null;
}
