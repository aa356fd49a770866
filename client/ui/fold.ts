interface FoldItem {
  width: number;
  /** True for items that stay in the row although they don't fit: the primary action, the current tab, the search. */
  isKept: boolean;
  /** True for filters in use, which go into the menu only after all other items. */
  isInUse: boolean;
}

/** Indexes of the items that go into the menu, last ones first, so that the others and the menu's button fit in one row. */
export function foldedIndexes(items: readonly FoldItem[], available: number, gap: number, moreWidth: number): number[] {
  let rest = items.reduce((total, { width }) => total + width + gap, -gap);
  if (rest <= available) return [];
  rest += gap + moreWidth;
  const folded: number[] = [];
  for (const foldsItemsInUse of [false, true]) {
    for (let at = items.length - 1; at >= 0 && rest > available; at--) {
      const { width, isKept, isInUse } = items[at] as FoldItem;
      if (isKept || isInUse !== foldsItemsInUse) continue;
      folded.push(at);
      rest -= width + gap;
    }
  }
  return folded;
}

const isPhone = () => matchMedia("(max-width: 47.99em)").matches;

const retainedItems = "[aria-current], [data-keep], [data-variant=filled]";
const itemsInUse = "[data-on]";

const isOrContains = (item: HTMLElement, selector: string): boolean =>
  item.matches(selector) || item.querySelector(selector) !== null;

const moreButton = "[data-fold-more]";

const itemsOf = (fold: Element): HTMLElement[] =>
  [...(fold.firstElementChild as Element).children].flatMap((child) =>
    getComputedStyle(child).display === "contents" ? [...child.children] : [child],
  ) as HTMLElement[];

const gapOf = (element: Element): number => Number.parseFloat(getComputedStyle(element).columnGap) || 0;

/** Moves what doesn't fit in a row of tools into the menus of its folds: those at the end of the row first. */
export function foldRow(row: HTMLElement): void {
  const folds = row.matches("[data-fold]") ? [row] : [...row.querySelectorAll<HTMLElement>("[data-fold]")];
  for (const fold of folds) {
    fold.removeAttribute("data-folds");
    for (const item of fold.querySelectorAll("[data-folded]")) item.removeAttribute("data-folded");
  }
  if (isPhone()) return;
  row.setAttribute("data-measuring", "");
  const { paddingInlineStart, paddingInlineEnd } = getComputedStyle(row);
  const available = row.clientWidth - Number.parseFloat(paddingInlineStart) - Number.parseFloat(paddingInlineEnd);
  const others =
    folds[0] === row
      ? []
      : [...row.children].filter((child) => !child.matches("[data-fold], [data-own-row]") && isDrawn(child));
  const measured = folds.filter(isDrawn).map((fold) => {
    const foldButton = fold.querySelector(`:scope > * > ${moreButton}`) as HTMLElement;
    const items = itemsOf(fold).filter((item) => item !== foldButton && isDrawn(item));
    const widths = items.map((item) => ({
      width: item.getBoundingClientRect().width,
      isKept: isOrContains(item, retainedItems),
      isInUse: isOrContains(item, itemsInUse),
    }));
    const gap = gapOf(fold.firstElementChild as Element);
    const natural = widths.reduce((total, { width }) => total + width + gap, widths.length > 0 ? -gap : 0);
    return { fold, items, widths, gap, natural, moreWidth: foldButton.offsetWidth };
  });
  const gaps = (others.length + measured.length - 1) * gapOf(row);
  let free = available - gaps;
  for (const other of others) free -= other.getBoundingClientRect().width;
  for (const { natural } of measured) free -= natural;
  row.removeAttribute("data-measuring");
  for (const { fold, items, widths, gap, natural, moreWidth } of measured.reverse()) {
    const folded = foldedIndexes(widths, Math.floor(natural + Math.min(free, 0)) + 1, gap, moreWidth);
    if (folded.length === 0) continue;
    for (const at of folded) {
      items[at]?.setAttribute("data-folded", "");
      free += (widths[at]?.width ?? 0) + gap;
    }
    free -= moreWidth + gap;
    fold.setAttribute("data-folds", "");
  }
}

const isDrawn = (element: Element): boolean => element.getClientRects().length > 0;
