import type { Page } from "@playwright/test";

/** Finds cut texts, covered controls, clipped columns, torn rows of tools and a page that scrolls horizontally. */
export async function findLayoutFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const controls = "a[href], button, input:not([type=hidden]), select, textarea, [role=button]";
    const main = document.getElementById("main") as HTMLElement;
    const describe = (element: Element): string => {
      const name = element.getAttribute("aria-label") ?? element.textContent?.trim() ?? "";
      return `${element.tagName.toLowerCase()}.${String(element.className).split(" ")[0]} "${name.slice(0, 50)}"`;
    };
    const isVisible = (element: Element): boolean => {
      const { width, height } = element.getBoundingClientRect();
      return width > 1 && height > 1 && element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    };
    const hides = (overflow: string) => overflow === "hidden" || overflow === "clip";
    const scrolls = (overflow: string) => overflow === "auto" || overflow === "scroll";
    const hasTitle = (element: Element) => {
      element.dispatchEvent(new PointerEvent("pointerover", { bubbles: true }));
      return element.closest("[title]:not([title=''])") !== null;
    };
    /** False for what is scrolled out of its frame. */
    const isInFrames = (element: Element, x: number, y: number): boolean => {
      for (let frame = element.parentElement; frame; frame = frame.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(frame);
        if (overflowX === "visible" && overflowY === "visible") continue;
        const frameBox = frame.getBoundingClientRect();
        if (x < frameBox.left || x > frameBox.right || y < frameBox.top || y > frameBox.bottom) return false;
      }
      return x >= 0 && y >= 0 && x < innerWidth && y < innerHeight;
    };
    const isAbove = (above: Element, element: Element): boolean => {
      for (let part: Element | null = above; part && !part.contains(element); part = part.parentElement)
        if (["fixed", "sticky", "absolute"].includes(getComputedStyle(part).position)) return true;
      return false;
    };
    const found = new Set<string>();

    const scrolling = [document.documentElement, main].filter((each) => each.scrollWidth > each.clientWidth + 1);
    if (scrolling.length > 0) found.add("the page scrolls horizontally");

    for (const row of document.querySelectorAll("[data-tools]")) {
      const boxes = [...row.querySelectorAll("*")]
        .filter((each) => each.matches(controls) && isVisible(each))
        .map((each) => each.getBoundingClientRect());
      const [top, bottom] = [Math.max(...boxes.map((box) => box.top)), Math.min(...boxes.map((box) => box.bottom))];
      if (boxes.length > 1 && top >= bottom) found.add(`several rows of tools: ${describe(row)}`);
    }

    const canvas = document.createElement("canvas").getContext("2d") as CanvasRenderingContext2D;
    const isCutField = (field: HTMLInputElement): boolean => {
      const style = getComputedStyle(field);
      canvas.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
      const inside = field.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight);
      return canvas.measureText(field.value || field.placeholder).width > inside + 1;
    };
    for (const field of document.querySelectorAll<HTMLInputElement>("input")) {
      const isText = !["checkbox", "radio", "hidden", "file", "range", "color"].includes(field.type);
      if (isText && isVisible(field) && isCutField(field)) {
        found.add(`cut field: ${describe(field)} "${field.value || field.placeholder}"`);
      }
    }

    for (const element of document.querySelectorAll<HTMLElement>("body *")) {
      const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim());
      const isControl = element.matches(controls);
      const isCell = element.matches("td, th, [role=gridcell], [role=columnheader]");
      if (!(hasText || isControl || isCell) || element.closest("[aria-hidden=true] svg, svg") || !isVisible(element))
        continue;
      const box = element.getBoundingClientRect();
      for (let frame: HTMLElement | null = element; frame && frame !== document.body; frame = frame.parentElement) {
        const { overflowX, position, touchAction } = getComputedStyle(frame);
        if (scrolls(overflowX) || position === "fixed") break;
        if (!hides(overflowX)) continue;
        if (touchAction === "none") break; // a drawing that is panned, such as the organization chart
        const frameBox = frame.getBoundingClientRect();
        if (frameBox.width <= 1) break;
        if (
          frame === element
            ? frame.scrollWidth > frame.clientWidth + 1
            : box.right > frameBox.right + 1.5 || box.left < frameBox.left - 1.5
        ) {
          if (!hasTitle(element) && !frame.querySelector("[title]")) found.add(`cut: ${describe(element)}`);
          break;
        }
      }
      if (!isControl) continue;
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      if (!isInFrames(element, x, y)) continue;
      const above = document.elementFromPoint(x, y)?.closest(controls);
      // Panels, sticky columns and the blocks of charts cover others on purpose.
      const isLayer = above && isAbove(above, element);
      const isSibling = above && !isLayer && !above.contains(element) && !element.contains(above);
      const isLabelled =
        (element as HTMLInputElement).labels?.length || (above as HTMLInputElement | null)?.labels?.length;
      if (isSibling && !isLabelled && getComputedStyle(element).pointerEvents !== "none") {
        found.add(`covered: ${describe(element)} by ${describe(above)}`);
      }
    }
    return [...found];
  });
}
