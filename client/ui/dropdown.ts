const padding = 8;

/**
 * How everything that opens beside something lies on the screen: turned over, moved and made smaller until it fits, and
 * what is longer scrolls. On phones menus and popovers are sheets from the lower edge (mantine.css), over a scrim that
 * a finger closes them with. The theme gives it to every menu, popover and list, so that none can be without it.
 */
export const fitted = {
  shadow: "md",
  radius: "md",
  transitionProps: { transition: "pop", duration: 120 },
  middlewares: { flip: { padding }, shift: { padding }, size: { padding } },
} as const;

export const sheet = { withOverlay: true, overlayProps: { className: "sheet-scrim", fixed: true } } as const;

/** For a menu at a pointer: it may lie over the point, as menus of the system do, before it scrolls. */
export const atPoint = {
  middlewares: { ...fitted.middlewares, shift: { padding, crossAxis: true, limiter: undefined } },
};
