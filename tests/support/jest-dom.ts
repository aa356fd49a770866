/** What Mantine asks of a browser and jsdom doesn't have. Does nothing in tests without a DOM. */
if (typeof window !== "undefined") {
  class NoResizing implements ResizeObserver {
    observe() {}
    unobserve() {}
    disconnect() {}
  }
  window.ResizeObserver = NoResizing;
  window.HTMLElement.prototype.scrollIntoView = () => {};
  window.matchMedia = (media) =>
    ({
      media,
      matches: false,
      onchange: null,
      addListener: () => {},
      removeListener: () => {},
      addEventListener: () => {},
      removeEventListener: () => {},
      dispatchEvent: () => false,
    }) as MediaQueryList;
}

export {};
