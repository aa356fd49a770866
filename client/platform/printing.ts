import { flushSync } from "react-dom";
import { Store } from "./store";

/** Whether the screen is being printed. */
export const printing$ = new Store(false);
/** Values of the screen's filters while it is being printed; empty when an open panel is printed instead of the screen. */
export const printedFilters$ = new Store<readonly PrintedFilter[]>([]);

/** Size of A4 landscape without margins, in CSS pixels; screens have its width when printed. */
const paper = { width: 1047, height: 718 } as const;
/** Minimum zoom: smaller text would be illegible, so wider content overflows instead. */
const leastZoom = 0.4;

/** Panels next to a screen. An open one is printed without the screen. */
const panels = "[data-panel], .mantine-Drawer-root:not([data-no-paper]) .mantine-Drawer-content";

/**
 * Prepares the screen for printing: expands scroll containers to their full height and shrinks content wider than a page. print.css hides
 * menus, bars and buttons. Call it once.
 */
export function startPrinting(): void {
  let undo = () => {};
  addEventListener("beforeprint", () => {
    const main = document.getElementById("main");
    if (!main) return;
    const panel = [...document.querySelectorAll<HTMLElement>(panels)].at(-1);
    printedFilters$.set(panel ? [] : readPrintedFilters(main));
    flushSync(() => printing$.set(true));
    undo = expandForPrinting(panel ?? main);
  });
  addEventListener("afterprint", () => {
    undo();
    undo = () => {};
    flushSync(() => printing$.set(false));
  });
}

/** Expands the printed element and its ancestors, and hides everything next to a printed panel. */
function expandForPrinting(printed: HTMLElement): () => void {
  const opened = [...printed.querySelectorAll<HTMLElement>("*")].filter(scrolls);
  const parents = new Set<HTMLElement>();
  for (const one of [printed, ...opened]) {
    for (let at: HTMLElement | null = one; at; at = at.parentElement) parents.add(at);
  }
  for (const element of parents) element.dataset.onPaper = "";
  const others = printed.id === "main" ? [] : siblingsOfAncestors(printed);
  for (const element of others) element.dataset.offPaper = "";
  const widest = Math.max(...opened.map((one) => (one.closest("[data-wraps-on-paper]") ? 0 : one.scrollWidth)), 0);
  const zoom = Math.max(leastZoom, Math.min(1, paper.width / (widest + 32)));
  printed.style.setProperty("zoom", String(zoom));
  // A section that is longer than a page would otherwise begin on a new page and leave the one before empty.
  const long = [printed, ...printed.querySelectorAll<HTMLElement>("section, article")].filter(
    (section) => section.offsetHeight > paper.height / 2,
  );
  for (const section of long) section.dataset.longOnPaper = "";
  // Prints always use the light theme.
  const root = document.documentElement;
  const scheme = root.dataset.mantineColorScheme;
  root.dataset.mantineColorScheme = "light";
  return () => {
    for (const element of parents) delete element.dataset.onPaper;
    for (const element of others) delete element.dataset.offPaper;
    for (const section of long) delete section.dataset.longOnPaper;
    printed.style.removeProperty("zoom");
    if (scheme) root.dataset.mantineColorScheme = scheme;
  };
}

function siblingsOfAncestors(element: HTMLElement): HTMLElement[] {
  const siblings: HTMLElement[] = [];
  for (let at = element; at !== document.body && at.parentElement; at = at.parentElement) {
    for (const one of at.parentElement.children) if (one !== at) siblings.push(one as HTMLElement);
  }
  return siblings;
}

function scrolls(element: HTMLElement): boolean {
  const { overflowX, overflowY } = getComputedStyle(element);
  return /auto|scroll/.test(overflowX + overflowY);
}

interface PrintedFilter {
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
function readPrintedFilters(screen: ParentNode): PrintedFilter[] {
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
