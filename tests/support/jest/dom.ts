import { TextEncoder } from "node:util";

/** Browser APIs that jsdom lacks. Does nothing in tests without a DOM. */
if (typeof window !== "undefined") {
  class NoResizing implements ResizeObserver {
    observe() {}
    unobserve() {}
    disconnect() {}
  }
  window.ResizeObserver = NoResizing;
  window.TextEncoder ??= TextEncoder as typeof window.TextEncoder;
  window.structuredClone ??= (value: unknown) => JSON.parse(JSON.stringify(value));
  Object.assign(document, { fonts: { ready: Promise.resolve() } });
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
