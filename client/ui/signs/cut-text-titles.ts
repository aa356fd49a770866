/** Marks the tooltips of this file, which follow their texts; others are left alone. */
const marker = "data-cut-text";

const isField = (element: Element): element is HTMLInputElement =>
  element instanceof HTMLInputElement && element.type !== "password";

const mayBeCut = (element: HTMLElement): boolean =>
  isField(element) || getComputedStyle(element).textOverflow === "ellipsis";

/** Gives a text that is cut for lack of width its full text as a tooltip while the pointer is over it. Returns the stop function. */
export function startTitlingCutTexts(): () => void {
  const onPointerOver = ({ target }: PointerEvent) => {
    if (!(target instanceof HTMLElement) || target.closest(`[title]:not([${marker}])`)) return;
    // The cut element is the target itself or, for a name inside it, one of its closest ancestors.
    const near = [target, target.parentElement, target.parentElement?.parentElement];
    const cut = near.find((element) => element instanceof HTMLElement && mayBeCut(element));
    if (!cut) return;
    const isCut = cut.scrollWidth > cut.clientWidth;
    cut.toggleAttribute(marker, isCut);
    if (isCut) cut.title = isField(cut) ? cut.value : (cut.textContent?.trim() ?? "");
    else cut.removeAttribute("title");
  };
  document.addEventListener("pointerover", onPointerOver);
  return () => document.removeEventListener("pointerover", onPointerOver);
}
