/** Where the keys go on when what had them is gone: what the screen is about, or its title. Never nowhere. */
export function focusContent(root: ParentNode = document): void {
  const place =
    root.querySelector<HTMLElement>("[data-content-focus]:not([tabindex='-1']), [data-card-link]") ??
    document.querySelector<HTMLElement>("[data-page-title]");
  place?.focus({ preventScroll: true });
}
