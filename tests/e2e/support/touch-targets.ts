import type { Page } from "@playwright/test";

export async function findSmallTouchTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const least = 44;
    /** A border of one pixel on each side isn't part of the target. */
    const edges = 2;
    const controls =
      "a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=link], [role=menuitem], [role=menuitemradio], [role=menuitemcheckbox], [role=option], [role=tab], [role=switch], [role=checkbox], [role=radio]";
    // Skips timeline bars and chart rows, whose size depends on the zoom level; list and calendar offer the same actions.
    const charts = ":has(> [data-canvas]), [data-view=month], [data-view=quarter]";
    const modal = [...document.querySelectorAll("[aria-modal=true]")].at(-1) ?? document;
    const isShown = (element: HTMLElement) =>
      element.checkVisibility({ visibilityProperty: true }) &&
      !element.closest(`[aria-hidden=true], [inert], :disabled, ${charts}`) &&
      element.getClientRects().length > 0;
    /** Excludes bookings directly followed by another one: their width is determined by their duration. */
    const isFollowedClosely = (element: HTMLElement) => {
      const free = Number.parseFloat(element.style.getPropertyValue("--free"));
      return (free / 100) * (element.parentElement?.clientWidth ?? 0) - edges < least;
    };
    const isWord = (element: HTMLElement) =>
      element.tagName === "A" &&
      getComputedStyle(element).display === "inline" &&
      [...(element.parentElement?.childNodes ?? [])].some((node) => node !== element && node.textContent?.trim());
    const labelled = (element: HTMLElement) => [...((element as HTMLInputElement).labels ?? [])];
    const feels = (element: HTMLElement, x: number, y: number): boolean => {
      const topElement = document.elementFromPoint(x, y);
      if (topElement === null) return false;
      // A press in a multi-select's box goes to its field.
      const box = element.closest(".mantine-MultiSelect-input, .mantine-PillsInput-input, .mantine-TagsInput-input");
      return [box ?? element, ...labelled(element)].some((part) => part.contains(topElement));
    };
    const reach = (element: HTMLElement, x: number, y: number, dx: number, dy: number): number => {
      let far = 0;
      for (const direction of [1, -1])
        for (let step = 1; step < least && feels(element, x + direction * step * dx, y + direction * step * dy); step++)
          far++;
      return far + 1;
    };
    const found: string[] = [];
    for (const element of modal.querySelectorAll<HTMLElement>(controls)) {
      if (!isShown(element) || isWord(element) || isFollowedClosely(element)) continue;
      element.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
      const box = (element.getClientRects()[0] ?? element.getBoundingClientRect()) as DOMRect;
      if (box.width >= least - 0.5 && box.height >= least - 0.5) continue;
      const labels = labelled(element);
      const middle = feels(element, box.x + box.width / 2, box.y + box.height / 2)
        ? box
        : labels[0]?.getBoundingClientRect();
      if (!middle) continue; // covered by another element, so not pressable
      const [x, y] = [middle.x + middle.width / 2, middle.y + middle.height / 2];
      const [wide, high] = [reach(element, x, y, 1, 0), reach(element, x, y, 0, 1)];
      if (wide >= least - edges && high >= least - edges) continue;
      const name = element.getAttribute("aria-label") ?? element.textContent?.trim() ?? "";
      const kind = `${element.tagName.toLowerCase()}.${String(element.className).split(" ")[0]}`;
      found.push(`${kind} "${name.slice(0, 40)}" ${wide}×${high}`);
    }
    window.scrollTo(0, 0);
    return [...new Set(found)];
  });
}
